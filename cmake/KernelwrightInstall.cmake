# What `cmake --install` puts where: programs, the kernel library and resources.
install(DIRECTORY templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kernelwright/templates)
install(DIRECTORY resources/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kernelwright/resources)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

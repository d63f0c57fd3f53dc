// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_streams.h"

#include <algorithm>

namespace kw::test {

using namespace language;

const std::string sampleText = "Gr\xc3\xbc\xc3\x9f e \xe2\x82\xac \xf0\x9f\x98\x80!";

namespace {

// One piece of the text is written with escapes, the other with bytes.
const std::string first = R"("Gr\u00fc\u00df e ")";
const std::string second = "\"\xe2\x82\xac \xf0\x9f\x98\x80!\"";

std::string chatChunk(const std::string& choices) {
  return R"(data: {"id":"chat-1","model":"served-model","choices":[)" + choices + "]}\n\n";
}
std::string chatDelta(const std::string& text) {
  return chatChunk(R"({"index":0,"delta":{"content":)" + text + R"(},"finish_reason":null})");
}
std::string chatEnd(const std::string& reason) {
  return chatChunk(R"({"index":0,"delta":{},"finish_reason":")" + reason + "\"}") +
         R"(data: {"id":"chat-1","choices":[],"usage":{"prompt_tokens":30,"completion_tokens":12,)"
         R"("prompt_tokens_details":{"cached_tokens":10},)"
         R"("completion_tokens_details":{"reasoning_tokens":4}}})"
         "\n\ndata: [DONE]\n\n";
}

SampleStream chat(const std::string& preset) {
  const std::string begin = ": a comment\n" +
                            chatChunk(R"({"index":0,"delta":{"role":"assistant","content":""}})") +
                            chatDelta(first);
  return {preset,
          "/v1/chat/completions",
          "text/event-stream",
          begin + chatDelta(second) + chatEnd("stop"),
          begin + chatEnd("length"),
          begin + R"(data: {"error":{"message":"too busy","type":"server_error","code":503}})"
                  "\n\n"};
}

std::string typed(const std::string& type, const std::string& rest) {
  return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + rest + "}\n\n";
}

SampleStream responses() {
  const std::string usage =
      R"("usage":{"input_tokens":30,"output_tokens":12,"input_tokens_details":{"cached_tokens":10},)"
      R"("output_tokens_details":{"reasoning_tokens":4}})";
  const std::string begin =
      typed("response.created", R"(,"response":{"id":"resp-1","model":"served-model"})") +
      typed("response.output_text.delta", R"(,"delta":)" + first);
  return {"openai-responses",
          "/v1/responses",
          "text/event-stream; charset=utf-8",
          begin + typed("response.output_text.delta", R"(,"delta":)" + second) +
              typed("response.completed",
                    R"(,"response":{"id":"resp-1","model":"served-model",)" + usage + "}"),
          begin + typed("response.incomplete",
                        R"(,"response":{"incomplete_details":{"reason":"max_output_tokens"}})"),
          begin + typed("response.failed",
                        R"(,"response":{"error":{"code":"server_error","message":"too busy"}})")};
}

SampleStream anthropic() {
  const std::string begin =
      typed("message_start",
            R"(,"message":{"id":"msg-1","model":"served-model","usage":{"input_tokens":15,)"
            R"("cache_creation_input_tokens":5,"cache_read_input_tokens":10,"output_tokens":1}})") +
      typed("content_block_start", R"(,"index":0,"content_block":{"type":"text","text":""})") +
      typed("ping", "") +
      typed("content_block_delta",
            R"(,"index":0,"delta":{"type":"thinking_delta","thinking":"not shown"})") +
      typed("content_block_delta",
            R"(,"index":0,"delta":{"type":"text_delta","text":)" + first + "}");
  const auto end = [](const std::string& reason) {
    return typed("content_block_stop", R"(,"index":0)") +
           typed("message_delta",
                 R"(,"delta":{"stop_reason":")" + reason + R"("},"usage":{"output_tokens":12})") +
           typed("message_stop", "");
  };
  return {"anthropic",
          "/v1/messages",
          "text/event-stream",
          begin +
              typed("content_block_delta",
                    R"(,"index":0,"delta":{"type":"text_delta","text":)" + second + "}") +
              end("end_turn"),
          begin + end("max_tokens"),
          begin + typed("error", R"(,"error":{"type":"overloaded_error","message":"too busy"})")};
}

SampleStream ollama() {
  const auto line = [](const std::string& text) {
    return R"({"model":"served-model","message":{"role":"assistant","content":)" + text +
           "},\"done\":false}\n";
  };
  const auto end = [](const std::string& reason) {
    return R"({"model":"served-model","message":{"role":"assistant","content":""},"done":true,)"
           R"("done_reason":")" +
           reason + R"(","prompt_eval_count":30,"eval_count":12})" + "\n";
  };
  return {"ollama",
          "/api/chat",
          "application/x-ndjson",
          line(first) + line(second) + end("stop"),
          line(first) + end("length"),
          line(first) + R"({"error":"too busy"})" + "\n"};
}

}  // namespace

const std::vector<SampleStream>& sampleStreams() {
  static const std::vector<SampleStream> all{chat("openai"), chat("vllm"), chat("llama.cpp"),
                                             chat("gemini"), responses(),  anthropic(),
                                             ollama()};
  return all;
}

const SampleStream& sampleStream(const std::string& preset) {
  return *std::find_if(sampleStreams().begin(), sampleStreams().end(),
                       [&](const SampleStream& each) { return each.preset == preset; });
}

std::string withReturns(std::string text) {
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.insert(at, "\r");
  return text;
}

ProviderSettings settingsFor(const std::string& name, const std::string& server,
                             std::vector<std::chrono::milliseconds>* waits) {
  ProviderSettings settings = preset(name);
  settings.base = server + (name == "ollama" ? "" : "/v1");
  settings.dialect.model = "asked-model";
  settings.backoff.wait = [waits](std::chrono::milliseconds length, const std::stop_token& stop) {
    if (waits) waits->push_back(length);
    return !stop.stop_requested();
  };
  return settings;
}

Request sampleRequest() {
  Request request;
  request.messages = {{Role::system, "Be brief."}, {Role::user, "Say \"hello\"."}};
  request.schema = Schema{"answer", json::Value::object({{"type", "object"}})};
  request.mostOutputTokens = 500;
  request.seed = 7;
  request.temperature = 0.5;
  request.effort = Effort::low;
  return request;
}

Listener listenerTo(Heard& heard) {
  Listener listener;
  listener.onText = [&heard](std::string_view text) { heard.text += text; };
  listener.onRestart = [&heard] {
    heard.text.clear();
    ++heard.restarts;
  };
  listener.onWait = [&heard](const Wait& wait) { heard.waits.push_back(wait); };
  return listener;
}

Result<Reply> ask(const ProviderSettings& settings, Heard& heard, std::stop_token stop) {
  HttpModel model(settings, Secret(sampleKey));
  return model.complete(sampleRequest(), listenerTo(heard), stop);
}

}  // namespace kw::test

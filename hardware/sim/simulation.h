// What the simulations share: documents from standard input, the random gaps on both sides, and how a run ends.
//
// Standard input has one record for each document: its length in four bytes (little-endian), then its bytes.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Options {
  uint64_t seed = 1;
  unsigned input_gaps = 0;   // percent of cycles without input
  unsigned output_gaps = 0;  // percent of cycles in which no fingerprint is taken
  unsigned null_bytes = 0;   // percent of bytes without tkeep, which are not part of the document; percent of documents whose
                             // tlast comes without a byte
  unsigned go_round = 0;     // engine: 1 waits for the core whose turn it is
};

[[noreturn]] inline void fail(const std::string& message) {
  fprintf(stderr, "%s\n", message.c_str());
  exit(1);
}

inline Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const uint64_t value = strtoull(argv[i + 1], nullptr, 10);
    if (name == "--seed") options.seed = value;
    else if (name == "--input-gaps") options.input_gaps = value;
    else if (name == "--output-gaps") options.output_gaps = value;
    else if (name == "--null-bytes") options.null_bytes = value;
    else if (name == "--go-round") options.go_round = value;
    else fail("Unknown option " + name);
  }
  return options;
}

inline std::vector<std::string> read_documents() {
  std::vector<std::string> documents;
  unsigned char head[4];
  while (fread(head, 1, 4, stdin) == 4) {
    const size_t length = head[0] | head[1] << 8 | head[2] << 16 | static_cast<size_t>(head[3]) << 24;
    std::string document(length, '\0');
    if (fread(&document[0], 1, length, stdin) != length) fail("The last document is cut off.");
    documents.push_back(std::move(document));
  }
  return documents;
}

// xorshift64*: fast, and the same on every machine
class Random {
  uint64_t state;

 public:
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint64_t next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
  }
  bool chance(unsigned percent) { return percent > 0 && (next() >> 32) % 100 < percent; }
};

// A run without any progress for this many cycles has hung.
constexpr uint64_t HANG_CYCLES = 1000000;

// Four cycles of reset. The caller has set the inputs.
template <class Model>
void reset(Model& model) {
  model.aresetn = 0;
  for (int i = 0; i < 4; i++) {
    model.aclk = 0;
    model.eval();
    model.aclk = 1;
    model.eval();
  }
  model.aresetn = 1;
}

// AXI4-Stream: what is valid and not yet taken stays valid and unchanged. Called once a cycle.
class HeldOutput {
  bool held = false;
  uint64_t data = 0;
  unsigned user = 0;

 public:
  template <class Model>
  void check(const Model& model) {
    if (held && (!model.m_axis_tvalid || model.m_axis_tdata != data || model.m_axis_tuser != user))
      fail("A fingerprint changed before it was taken.");
    held = model.m_axis_tvalid && !model.m_axis_tready;
    data = model.m_axis_tdata;
    user = model.m_axis_tuser;
  }
};

struct Result {
  uint64_t fingerprint = 0;
  bool overflow = false;
};

// One line for each document: its fingerprint, and `overflow` if it is void. Statistics as JSON to standard error.
inline void print_results(const std::vector<Result>& results, uint64_t bytes, uint64_t cycles) {
  for (const Result& result : results)
    printf("%016llx%s\n", static_cast<unsigned long long>(result.fingerprint), result.overflow ? " overflow" : "");
  fprintf(stderr, "{\"documents\":%zu,\"bytes\":%llu,\"cycles\":%llu,\"bytesPerCycle\":%.4f}\n", results.size(),
          static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(cycles),
          cycles == 0 ? 0.0 : static_cast<double>(bytes) / cycles);
}

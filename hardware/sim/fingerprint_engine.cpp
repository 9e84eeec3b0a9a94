// Simulates an engine: documents from standard input, their fingerprints to standard output, in the order of the documents.
//
// It feeds the cores in turn, one beat each, and passes over those that are not ready (`--go-round 1`: it waits for them).
// Compile with the LANES and BEAT_BYTES of the engine.
#include <deque>

#include "Vfingerprint_engine.h"
#include "simulation.h"

static void set_byte(QData& port, int at, uint8_t value) {
  port = (port & ~(0xffull << (8 * at))) | static_cast<uint64_t>(value) << (8 * at);
}
template <std::size_t N>
static void set_byte(VlWide<N>& port, int at, uint8_t value) {
  port[at / 4] = (port[at / 4] & ~(0xffu << (8 * (at % 4)))) | static_cast<uint32_t>(value) << (8 * (at % 4));
}

// The documents of one core: the one that is being sent, and those whose fingerprints are still to come.
struct Lane {
  size_t document = 0;
  size_t at = 0;
  bool sending = false;
  std::deque<size_t> sent;
};

int main(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  const std::vector<std::string> documents = read_documents();
  Random random(options.seed);
  Vfingerprint_engine engine;
  std::vector<Result> results(documents.size());
  std::vector<Lane> lanes(LANES);
  uint64_t bytes = 0, cycles = 0, first = 0, idle = 0;
  size_t next = 0, done = 0, accepted = 0;
  int turn = 0, bytes_offered = 0;
  bool offered = false;
  HeldOutput output;

  engine.s_axis_tvalid = engine.m_axis_tready = 0;
  reset(engine);

  while (done < documents.size()) {
    engine.aclk = 0;
    engine.eval();
    if (!offered && !random.chance(options.input_gaps)) {
      for (int i = 0; i < LANES && !offered; i++) {
        const int lane_number = (turn + i) % LANES;
        Lane& lane = lanes[lane_number];
        if (!options.go_round && !(engine.lane_ready >> lane_number & 1)) continue;
        if (!lane.sending && next < documents.size()) {
          lane.sending = true;
          lane.document = next++;
          lane.at = 0;
        }
        if (!lane.sending) continue;
        const std::string& document = documents[lane.document];
        offered = true;
        turn = lane_number;
        engine.s_axis_tdest = lane_number;
        engine.s_axis_tkeep = 0;
        bytes_offered = 0;
        for (int k = 0; k < BEAT_BYTES; k++) {
          const bool kept = lane.at + bytes_offered < document.size() && !random.chance(options.null_bytes);
          set_byte(engine.s_axis_tdata, k, kept ? document[lane.at + bytes_offered] : random.next());
          if (!kept) continue;
          engine.s_axis_tkeep |= 1ull << k;
          bytes_offered++;
        }
        const bool null_beat_follows = bytes_offered > 0 && random.chance(options.null_bytes);
        engine.s_axis_tlast = lane.at + bytes_offered == document.size() && !null_beat_follows;
      }
    }
    engine.s_axis_tvalid = offered;
    engine.m_axis_tready = !random.chance(options.output_gaps);
    engine.eval();

    output.check(engine);
    idle++;
    if (engine.m_axis_tvalid && engine.m_axis_tready) {
      Lane& lane = lanes[engine.m_axis_tid];
      if (lane.sent.empty()) fail("A fingerprint came before the end of its document.");
      results[lane.sent.front()] = {engine.m_axis_tdata, engine.m_axis_tuser != 0};
      lane.sent.pop_front();
      done++;
      idle = 0;
    }
    if (offered && engine.s_axis_tready) {
      Lane& lane = lanes[turn];
      if (accepted++ == 0) first = cycles;
      bytes += bytes_offered;
      lane.at += bytes_offered;
      if (engine.s_axis_tlast) {
        lane.sent.push_back(lane.document);
        lane.sending = false;
      }
      offered = false;
      turn = (turn + 1) % LANES;
      idle = 0;
    }
    if (idle > HANG_CYCLES) fail("The engine hangs.");
    engine.aclk = 1;
    engine.eval();
    cycles++;
  }
  print_results(results, bytes, cycles - first);
  return 0;
}

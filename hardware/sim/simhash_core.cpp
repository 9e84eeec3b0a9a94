// Simulates one core: documents from standard input, their fingerprints to standard output.
#include "Vsimhash_core.h"
#include "simulation.h"

int main(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  const std::vector<std::string> documents = read_documents();
  Random random(options.seed);
  Vsimhash_core core;
  std::vector<Result> results;
  uint64_t bytes = 0, cycles = 0, idle = 0;
  size_t sent = 0, at = 0;
  bool offered = false;   // AXI4-Stream: what is offered once stays until it is taken
  HeldOutput output;

  core.s_axis_tvalid = core.m_axis_tready = 0;
  reset(core);

  while (results.size() < documents.size()) {
    if (!offered && sent < documents.size() && !random.chance(options.input_gaps)) {
      const std::string& document = documents[sent];
      const bool all_sent = at == document.size();
      const bool null_byte = all_sent || random.chance(options.null_bytes);
      offered = true;
      core.s_axis_tkeep = !null_byte;
      core.s_axis_tdata = null_byte ? random.next() : static_cast<uint8_t>(document[at]);
      core.s_axis_tlast = all_sent || (!null_byte && at + 1 == document.size() && !random.chance(options.null_bytes));
    }
    core.s_axis_tvalid = offered;
    core.m_axis_tready = !random.chance(options.output_gaps);
    core.aclk = 0;
    core.eval();

    output.check(core);
    idle++;
    if (core.m_axis_tvalid && core.m_axis_tready) {
      if (results.size() >= sent) fail("A fingerprint came before the end of its document.");
      results.push_back({core.m_axis_tdata, core.m_axis_tuser != 0});
      idle = 0;
    }
    if (offered && core.s_axis_tready) {
      offered = false;
      idle = 0;
      if (core.s_axis_tkeep) at++, bytes++;
      if (core.s_axis_tlast) sent++, at = 0;
    }
    if (idle > HANG_CYCLES) fail("The core hangs.");
    core.aclk = 1;
    core.eval();
    cycles++;
  }
  print_results(results, bytes, cycles);
  return 0;
}

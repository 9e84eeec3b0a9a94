// The plain test bench of one core, for Icarus: transfers from a file of hexadecimal numbers, fingerprints to standard output.
//
//   +transfers=FILE   one number for each transfer: tlast (bit 9), tkeep (bit 8), the byte
//   +count=N          their number
//   +gaps=N           in N of 8 cycles there is no input, and in N of 8 others no fingerprint is taken (default 0)
//   +trace            prints the signals of every cycle as one line
`timescale 1ns / 1ps

module simhash_core_bench #(
  parameter MIXED      = 0,
  parameter COUNT_BITS = 32,
  parameter TIES       = 0
);
  localparam MAX_TRANSFERS = 1 << 20;
  localparam HANG_CYCLES   = 10000;

  reg        aclk = 0, aresetn = 0;
  reg        s_tvalid = 0, m_tready = 0;
  wire       s_tready, m_tvalid, m_tuser;
  wire [63:0] m_tdata;
  reg  [9:0] transfers [0:MAX_TRANSFERS-1];
  reg  [9:0] transfer = 0;
  reg  [8*256-1:0] file;
  reg  [31:0] noise = 1;
  integer    gaps = 0, next = 0, count = 0, documents = 0, answers = 0, idle = 0, i;
  reg        trace;

  simhash_core #(.MIXED(MIXED), .COUNT_BITS(COUNT_BITS), .TIES(TIES)) core (
    .aclk(aclk), .aresetn(aresetn),
    .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready),
    .s_axis_tdata(transfer[7:0]), .s_axis_tkeep(transfer[8]), .s_axis_tlast(transfer[9]),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tuser(m_tuser)
  );

  always #5 aclk = ~aclk;

  initial begin
    if (!$value$plusargs("transfers=%s", file) || !$value$plusargs("count=%d", count)) $finish;
    if (!$value$plusargs("gaps=%d", gaps)) gaps = 0;
    trace = $test$plusargs("trace");
    $readmemh(file, transfers, 0, count - 1);
    for (i = 0; i < count; i = i + 1) documents = documents + transfers[i][9];
    repeat (4) @(negedge aclk);
    aresetn = 1;
    while (answers < documents && idle < HANG_CYCLES) begin
      // inputs change at the falling edge, so that the rising one sees all of them as they were
      noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
      if (!s_tvalid && next < count && noise[2:0] >= gaps) begin
        s_tvalid = 1;
        transfer = transfers[next];
        next = next + 1;
      end
      m_tready = noise[10:8] >= gaps;
      #1;
      if (trace)
        $display("%b %b %h %b %b %b %b %h",
          s_tvalid, s_tready, transfer[7:0], transfer[8], transfer[9], m_tvalid, m_tready, m_tdata);
      idle = idle + 1;
      if (m_tvalid && m_tready) begin
        if (!trace) $display("%h%0s", m_tdata, m_tuser ? " overflow" : "");
        answers = answers + 1;
        idle = 0;
      end
      if (s_tvalid && s_tready) begin
        @(posedge aclk) #1 s_tvalid = 0;
        idle = 0;
      end
      @(negedge aclk);
    end
    if (answers < documents) $display("The core hangs.");
    $finish;
  end
endmodule

// Paper A's counters, for comparison: 64 counters of 64 bits in flip-flops, up for a one and down for a zero. The module has
// the name and the ports of rtl/bit_majority.v and takes its place, so that both are measured in the same core by the same tools.
`default_nettype none

module bit_majority #(
  parameter BITS       = 64,
  parameter COUNT_BITS = 64,
  parameter TIES       = 0
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            w_valid,
  output wire            w_ready,
  input  wire [BITS-1:0] w_hash,
  input  wire            w_word,
  input  wire            w_last,
  output reg             m_tvalid,
  input  wire            m_tready,
  output reg  [BITS-1:0] m_tdata,
  output wire            m_tuser
);
  // a counter starts at -1, so that its sign says whether the sum is above 0; for "at least half" it starts at 0
  localparam [COUNT_BITS-1:0] START = TIES != 0 ? {COUNT_BITS{1'b0}} : {COUNT_BITS{1'b1}};

  reg  any, ended;
  wire clear = ended & ~m_tvalid;

  assign w_ready = ~ended;
  assign m_tuser = 1'b0;

  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : bits
      reg [COUNT_BITS-1:0] counter;
      always @(posedge clk) begin
        if (rst | clear)                     counter <= START;
        else if (w_valid & w_ready & w_word) counter <= w_hash[i] ? counter + 1'b1 : counter - 1'b1;
        if (clear) m_tdata[i] <= ~counter[COUNT_BITS-1] & any;
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (w_valid & w_ready) begin
      any   <= any | w_word;
      ended <= w_last;
    end
    if (m_tvalid & m_tready) m_tvalid <= 1'b0;
    if (clear) begin
      m_tvalid <= 1'b1;
      any      <= 1'b0;
      ended    <= 1'b0;
    end
    if (rst) begin
      m_tvalid <= 1'b0;
      any      <= 1'b0;
      ended    <= 1'b0;
    end
  end
endmodule

`default_nettype wire

// Place and route needs few pins: these shells feed a design from a shift register and fold what it gives into one pin.
// Every input comes from a flip-flop and every output goes to one, so that the clock is that of the design.
`default_nettype none

module core_on_pins #(
  parameter MIXED = 0
) (
  input  wire clk,
  input  wire in,
  output reg  out
);
  reg  [12:0] feed;
  wire        ready, valid, user;
  wire [63:0] data;
  reg  [66:0] taken;

  simhash_core #(.MIXED(MIXED)) core (
    .aclk(clk), .aresetn(feed[0]),
    .s_axis_tvalid(feed[1]), .s_axis_tready(ready), .s_axis_tdata(feed[9:2]), .s_axis_tkeep(feed[10]),
    .s_axis_tlast(feed[11]),
    .m_axis_tvalid(valid), .m_axis_tready(feed[12]), .m_axis_tdata(data), .m_axis_tuser(user)
  );

  always @(posedge clk) begin
    feed  <= {feed, in};
    // either a new result or a shift: nothing can be left out as unused
    taken <= valid ? {ready, valid, user, data} : {taken, ready};
    out   <= taken[66];
  end
endmodule

module engine_on_pins #(
  parameter LANES      = 8,
  parameter BEAT_BYTES = 16,
  parameter MIXED      = 0,
  parameter LANE_BITS  = LANES > 1 ? $clog2(LANES) : 1
) (
  input  wire clk,
  input  wire in,
  output reg  out
);
  localparam BEAT = 9 * BEAT_BYTES;
  localparam FEED = BEAT + LANE_BITS + 4;
  localparam TAKE = 67 + LANE_BITS + LANES;

  reg  [FEED-1:0]      feed;
  wire                 ready, valid, user;
  wire [63:0]          data;
  wire [LANE_BITS-1:0] lane;
  wire [LANES-1:0]     lane_ready;
  reg  [TAKE-1:0]      taken;

  fingerprint_engine #(.LANES(LANES), .BEAT_BYTES(BEAT_BYTES), .MIXED(MIXED)) engine (
    .aclk(clk), .aresetn(feed[0]),
    .s_axis_tvalid(feed[1]), .s_axis_tready(ready), .s_axis_tlast(feed[2]),
    .s_axis_tkeep(feed[4 +: BEAT_BYTES]), .s_axis_tdata(feed[4 + BEAT_BYTES +: 8 * BEAT_BYTES]),
    .s_axis_tdest(feed[4 + BEAT +: LANE_BITS]), .lane_ready(lane_ready),
    .m_axis_tvalid(valid), .m_axis_tready(feed[3]), .m_axis_tdata(data), .m_axis_tid(lane), .m_axis_tuser(user)
  );

  always @(posedge clk) begin
    feed  <= {feed, in};
    taken <= valid ? {ready, valid, user, lane, lane_ready, data} : {taken, ready};
    out   <= taken[TAKE-1];
  end
endmodule

`default_nettype wire

// Several cores behind one wide stream: paper A's engine is LANES = 8, its four devices together are LANES = 32.
//
// A beat goes to the core that `s_axis_tdest` names, so the source may send the beats of up to LANES documents in any
// order, as long as those of one document go to one core one after the other. `lane_ready` tells the source which cores
// take a beat now; a source that simply goes round needs only `tready`. Fingerprints leave with the core in
// `m_axis_tid`, for each core in the order of its documents.
//
// `tkeep` may have gaps. A document ends with the last byte kept in the beat with `tlast`; a document without bytes is
// one beat with `tlast` and no byte kept. `m_axis_tuser` is that of simhash_core.
`default_nettype none

module fingerprint_engine #(
  parameter LANES      = 8,          // cores, 1 to 32; one byte a cycle each
  parameter BEAT_BYTES = 16,         // width of the input; a power of two, at least 2
  parameter DEPTH      = 16,         // beats that wait before each core; a power of two, at least 4
  parameter MIXED      = 0,          // the parameters of simhash_core
  parameter COUNT_BITS = 32,
  parameter TIES       = 0,
  parameter LANE_BITS  = LANES > 1 ? $clog2(LANES) : 1
) (
  input  wire                    aclk,
  input  wire                    aresetn,
  input  wire                    s_axis_tvalid,
  output wire                    s_axis_tready,
  input  wire [8*BEAT_BYTES-1:0] s_axis_tdata,
  input  wire [BEAT_BYTES-1:0]   s_axis_tkeep,
  input  wire                    s_axis_tlast,
  input  wire [LANE_BITS-1:0]    s_axis_tdest,
  output wire [LANES-1:0]        lane_ready,
  output reg                     m_axis_tvalid,
  input  wire                    m_axis_tready,
  output reg  [63:0]             m_axis_tdata,
  output reg  [LANE_BITS-1:0]    m_axis_tid,
  output reg                     m_axis_tuser
);
  localparam INDEX_BITS = $clog2(BEAT_BYTES);

  // one register for the reset of all cores
  reg rst;
  always @(posedge aclk) rst <= ~aresetn;

  // the beat on its way to its queue
  reg [8*BEAT_BYTES-1:0] data;
  reg [BEAT_BYTES-1:0]   keep;
  reg                    last;
  reg [INDEX_BITS-1:0]   ends;
  reg [LANES-1:0]        write;

  wire [LANES-1:0] full;
  assign lane_ready    = ~full & {LANES{~rst}};
  wire [(1<<LANE_BITS)-1:0] ready_at = {{((1<<LANE_BITS)-LANES){1'b0}}, lane_ready};
  assign s_axis_tready = ready_at[s_axis_tdest];

  integer i;
  always @(posedge aclk) begin
    data <= s_axis_tdata;
    keep <= s_axis_tkeep;
    last <= s_axis_tlast;
    ends <= 0;
    for (i = 0; i < BEAT_BYTES; i = i + 1)
      if (s_axis_tkeep[i]) ends <= i[INDEX_BITS-1:0];
    for (i = 0; i < LANES; i = i + 1)
      write[i] <= s_axis_tvalid & s_axis_tready & s_axis_tdest == i[LANE_BITS-1:0];
    if (rst) write <= 0;
  end

  // the output goes round: each core may give one fingerprint when it is its turn
  reg  [LANE_BITS-1:0] turn;
  reg  [LANES-1:0]     turns;        // the same, one bit for each core
  wire                 free = ~m_axis_tvalid | m_axis_tready;
  wire [64*LANES-1:0]  fingerprints;
  wire [LANES-1:0]     valid, overflow;

  always @(posedge aclk) begin
    if (free) begin
      m_axis_tvalid <= valid[turn];
      m_axis_tdata  <= fingerprints[64*turn +: 64];
      m_axis_tuser  <= overflow[turn];
      m_axis_tid    <= turn;
      turn          <= turns[LANES-1] ? {LANE_BITS{1'b0}} : turn + 1'b1;
      turns         <= (turns << 1) | (turns >> (LANES - 1));
    end
    if (rst) begin
      m_axis_tvalid <= 1'b0;
      turn          <= 0;
      turns         <= 1;
    end
  end

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : lanes
      wire       byte_valid, byte_ready, byte_keep, byte_last;
      wire [7:0] byte_data;

      lane_buffer #(.BEAT_BYTES(BEAT_BYTES), .DEPTH(DEPTH)) buffer (
        .clk(aclk), .rst(rst),
        .write(write[lane]), .w_data(data), .w_keep(keep), .w_last(last), .w_end(ends), .full(full[lane]),
        .m_tvalid(byte_valid), .m_tready(byte_ready),
        .m_tdata(byte_data), .m_tkeep(byte_keep), .m_tlast(byte_last)
      );

      simhash_core #(.MIXED(MIXED), .COUNT_BITS(COUNT_BITS), .TIES(TIES)) core (
        .aclk(aclk), .aresetn(~rst),
        .s_axis_tvalid(byte_valid), .s_axis_tready(byte_ready),
        .s_axis_tdata(byte_data), .s_axis_tkeep(byte_keep), .s_axis_tlast(byte_last),
        .m_axis_tvalid(valid[lane]), .m_axis_tready(turns[lane] & free),
        .m_axis_tdata(fingerprints[64*lane +: 64]), .m_axis_tuser(overflow[lane])
      );
    end
  endgenerate
endmodule

`default_nettype wire

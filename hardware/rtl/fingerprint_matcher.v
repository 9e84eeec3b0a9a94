// Standing fingerprints and a stream: every fingerprint that comes is compared with all stored ones, one each cycle.
//
// The answer has one bit for each stored fingerprint: set if at most `distance` of the 64 bits differ. Answers leave in the
// order of the questions; `m_axis_tuser` says that there is any match. A fingerprint is stored at place `load_tdest` with
// `load_tuser` 1 and removed with 0; questions of the same cycle and later ones see it.
//
// The comparison has no stall: questions are only taken if their answers have room at the end.
`default_nettype none

module fingerprint_matcher #(
  parameter STORED     = 256,        // fingerprints that can be stored; a power of two, at least 32
  parameter PLACE_BITS = $clog2(STORED)
) (
  input  wire                  aclk,
  input  wire                  aresetn,
  input  wire [5:0]            distance,        // may change only while no question is under way
  input  wire                  load_tvalid,
  output wire                  load_tready,
  input  wire [63:0]           load_tdata,
  input  wire [PLACE_BITS-1:0] load_tdest,
  input  wire                  load_tuser,
  input  wire                  s_axis_tvalid,
  output wire                  s_axis_tready,
  input  wire [63:0]           s_axis_tdata,
  output wire                  m_axis_tvalid,
  input  wire                  m_axis_tready,
  output wire [STORED-1:0]     m_axis_tdata,
  output wire                  m_axis_tuser
);
  localparam GROUP   = 32;                      // stored fingerprints that share one copy of the question
  localparam GROUPS  = STORED / GROUP;
  localparam LATENCY = 7;                       // from a question taken to its answer in the queue
  localparam ROOM    = 16;                      // answers that the queue holds; a power of two, more than LATENCY

  reg rst;
  always @(posedge aclk) rst <= ~aresetn;

  // questions under way are counted together with the answers that wait
  reg  [$clog2(ROOM):0] out;
  wire taken = s_axis_tvalid & s_axis_tready;
  wire given = m_axis_tvalid & m_axis_tready;
  assign s_axis_tready = out != ROOM & ~rst;
  always @(posedge aclk)
    if (rst)                 out <= 0;
    else if (taken & ~given) out <= out + 1'b1;
    else if (given & ~taken) out <= out - 1'b1;

  // a load goes through one register before it is stored, and a question through two before it is compared
  reg                  load_valid, load_set;
  reg [63:0]           load_data;
  reg [PLACE_BITS-1:0] load_place;
  assign load_tready = ~rst;

  reg [63:0]          question;
  reg [64*GROUPS-1:0] copies;
  reg [LATENCY-1:0]   under_way;
  reg [STORED-1:0]    found;
  reg [GROUPS-1:0]    any;
  wire [STORED-1:0]   near;

  integer i;
  always @(posedge aclk) begin
    load_valid <= load_tvalid & load_tready;
    load_set   <= load_tuser;
    load_data  <= load_tdata;
    load_place <= load_tdest;
    question  <= s_axis_tdata;
    copies    <= {GROUPS{question}};
    under_way <= {under_way[LATENCY-2:0], taken};
    found     <= near;
    for (i = 0; i < GROUPS; i = i + 1) any[i] <= |near[GROUP*i +: GROUP];
    if (rst) begin
      load_valid <= 1'b0;
      under_way  <= 0;
    end
  end

  genvar place;
  generate
    for (place = 0; place < STORED; place = place + 1) begin : places
      reg [63:0] fingerprint;
      reg        stored;
      reg [3:0]  was_stored;                    // when the question of this answer was compared
      wire       at_most;

      within_distance compare (
        .clk(aclk), .a(copies[64*(place/GROUP) +: 64]), .b(fingerprint), .distance(distance), .at_most(at_most)
      );
      assign near[place] = at_most & was_stored[3];

      always @(posedge aclk) begin
        was_stored <= {was_stored[2:0], stored};
        if (load_valid & load_place == place) begin
          fingerprint <= load_data;
          stored      <= load_set;
        end
        if (rst) stored <= 1'b0;
      end
    end
  endgenerate

  // the queue of answers
  reg [STORED:0]           answers [0:ROOM-1];
  reg [$clog2(ROOM):0]     head, next;
  wire [STORED:0]          answer = answers[next[$clog2(ROOM)-1:0]];
  assign m_axis_tvalid = head != next;
  assign m_axis_tdata  = answer[STORED-1:0];
  assign m_axis_tuser  = answer[STORED];
  always @(posedge aclk) begin
    if (under_way[LATENCY-1]) begin
      answers[head[$clog2(ROOM)-1:0]] <= {|any, found};
      head <= head + 1'b1;
    end
    if (given) next <= next + 1'b1;
    if (rst) begin
      head <= 0;
      next <= 0;
    end
  end
endmodule

`default_nettype wire

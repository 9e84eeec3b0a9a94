// The queue before one core: beats of BEAT_BYTES bytes in, single bytes out.
//
// It is what keeps one slow core from stopping the others. `full` is set early enough for the beats that are already on
// their way (see fingerprint_engine), so a write needs no answer.
`default_nettype none

module lane_buffer #(
  parameter BEAT_BYTES = 16,         // a power of two, at least 2
  parameter DEPTH      = 16,         // beats; a power of two, at least 4
  parameter INDEX_BITS = $clog2(BEAT_BYTES)
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    write,
  input  wire [8*BEAT_BYTES-1:0] w_data,
  input  wire [BEAT_BYTES-1:0]   w_keep,
  input  wire                    w_last,
  input  wire [INDEX_BITS-1:0]   w_end,     // the place of the last byte that is kept
  output reg                     full,
  output reg                     m_tvalid,
  input  wire                    m_tready,
  output reg  [7:0]              m_tdata,
  output reg                     m_tkeep,
  output reg                     m_tlast
);
  localparam POINTER_BITS = $clog2(DEPTH);
  localparam RESERVE      = 2;              // beats that may still come after `full`

  reg [8*BEAT_BYTES-1:0] data [0:DEPTH-1];
  reg [BEAT_BYTES-1:0]   keep [0:DEPTH-1];
  reg [INDEX_BITS:0]     tail [0:DEPTH-1];  // last, end

  reg [POINTER_BITS:0]   head, next;        // where to write, where to read
  reg [INDEX_BITS-1:0]   index;             // of the byte in the beat

  wire [POINTER_BITS-1:0] place = next[POINTER_BITS-1:0];
  wire [8*BEAT_BYTES-1:0] beat  = data[place];
  wire [BEAT_BYTES-1:0]   kept  = keep[place];
  wire [INDEX_BITS-1:0]   ends  = tail[place][INDEX_BITS-1:0];
  wire                    last  = tail[place][INDEX_BITS];

  wire [POINTER_BITS:0] used  = head - next;
  wire                  take  = (head != next) & (~m_tvalid | m_tready);
  wire                  final_byte = index == ends;

  always @(posedge clk)
    if (write) begin
      data[head[POINTER_BITS-1:0]] <= w_data;
      keep[head[POINTER_BITS-1:0]] <= w_keep;
      tail[head[POINTER_BITS-1:0]] <= {w_last, w_end};
    end

  always @(posedge clk) begin
    if (write) head <= head + 1'b1;
    if (take) begin
      index <= final_byte ? {INDEX_BITS{1'b0}} : index + 1'b1;
      if (final_byte) next <= next + 1'b1;
    end
    full <= used >= DEPTH - RESERVE;

    if (~m_tvalid | m_tready) begin
      m_tvalid <= take;
      m_tdata  <= beat[8*index +: 8];
      m_tkeep  <= kept[index];
      m_tlast  <= last & final_byte;
    end

    if (rst) begin
      head     <= 0;
      next     <= 0;
      index    <= 0;
      full     <= 1'b0;
      m_tvalid <= 1'b0;
    end
  end
endmodule

`default_nettype wire

// The queue before a core loses no byte, doubles none, keeps their order and their document: the n-th byte that is kept on one
// side is the n-th on the other, for any n. It is fed as the engine feeds it: `full` is heeded two beats late.
`default_nettype none

module lane_buffer_check (
  input wire        clk,
  input wire        rst,
  input wire        offer,
  input wire [15:0] data,
  input wire [1:0]  keep,
  input wire        last,
  input wire        m_tready
);
  wire       full, m_tvalid, m_tkeep, m_tlast;
  wire [7:0] m_tdata;

  // the engine's register between `full` and the write
  reg        write = 0;
  reg [15:0] w_data;
  reg [1:0]  w_keep;
  reg        w_last;
  always @(posedge clk) begin
    write  <= offer & ~full & ~rst;
    w_data <= data;
    w_keep <= keep;
    w_last <= last;
  end

  lane_buffer #(.BEAT_BYTES(2), .DEPTH(4)) buffer (
    .clk(clk), .rst(rst),
    .write(write), .w_data(w_data), .w_keep(w_keep), .w_last(w_last), .w_end(w_keep[1]), .full(full),
    .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tkeep(m_tkeep), .m_tlast(m_tlast)
  );

  (* anyconst *) wire [3:0] n;
  reg [3:0] in = 0, out = 0, ends_in = 0, ends_out = 0;
  reg [7:0] nth;
  reg [3:0] nth_ends;                // documents that ended before the n-th byte
  wire      pop = m_tvalid & m_tready;

  reg started = 0;
  always @(posedge clk) begin
    started <= 1;
    if (!started) assume (rst);
    else assume (!rst);
    if (rst) begin
      in       <= 0;
      out      <= 0;
      ends_in  <= 0;
      ends_out <= 0;
    end else begin
      if (write) begin
        in      <= in + w_keep[0] + w_keep[1];
        ends_in <= ends_in + w_last;
        if (w_keep[0] & in == n) nth <= w_data[7:0];
        if (w_keep[1] & in + w_keep[0] == n) nth <= w_data[15:8];
        if (in <= n & in + w_keep[0] + w_keep[1] > n) nth_ends <= ends_in;
      end
      if (pop) begin
        out      <= out + m_tkeep;
        ends_out <= ends_out + m_tlast;
      end
      if (started) begin
        if (m_tvalid & m_tkeep & out == n) assert (m_tdata == nth & ends_out == nth_ends);
        assert (out + (m_tvalid & m_tkeep) <= in);
        assert (ends_out + (m_tvalid & m_tlast) <= ends_in);
        cover (pop & out == 4 & ends_out == 1);
        cover (full);
      end
    end
  end
endmodule

`default_nettype wire

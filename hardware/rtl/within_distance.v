// Do two fingerprints of 64 bits differ in at most `distance` bits? The answer comes four cycles later, a new question every
// cycle. Counts are kept in bit planes: every bit of a stage depends on six bits of the one before, which is one table of an
// FPGA.
`default_nettype none

module within_distance (
  input  wire        clk,
  input  wire [63:0] a,
  input  wire [63:0] b,
  input  wire [5:0]  distance,
  output reg         at_most
);
  // 22 counts of three differences, in two planes
  wire [65:0] differs = {2'b00, a ^ b};
  wire [21:0] x = differs[21:0], y = differs[43:22], z = differs[65:44];
  reg  [23:0] ones, twos;            // two places stay empty

  // four counts of six of these bits, in three planes, for the ones and for the twos
  wire [11:0] one_counts_next, two_counts_next;
  reg  [11:0] one_counts, two_counts;
  reg  [4:0]  one_sum, two_sum;
  count_sixes count_ones (.in(ones), .out(one_counts_next));
  count_sixes count_twos (.in(twos), .out(two_counts_next));

  always @(posedge clk) begin
    ones       <= {2'b00, x ^ y ^ z};
    twos       <= {2'b00, (x & y) | (x & z) | (y & z)};
    one_counts <= one_counts_next;
    two_counts <= two_counts_next;
    one_sum    <= sum(one_counts);
    two_sum    <= sum(two_counts);
    at_most    <= {2'd0, one_sum} + {1'b0, two_sum, 1'b0} <= {1'b0, distance};
  end

  // the four counts, each with a bit in every plane
  function [4:0] sum(input [11:0] planes);
    sum = ({2'd0, planes[8], planes[4], planes[0]} + {2'd0, planes[9], planes[5], planes[1]})
        + ({2'd0, planes[10], planes[6], planes[2]} + {2'd0, planes[11], planes[7], planes[3]});
  endfunction
endmodule

`default_nettype wire

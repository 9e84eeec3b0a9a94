// Do two fingerprints of 64 bits differ in at most `distance` bits? The answer comes four cycles later, a new question every
// cycle. The counts are written bit by bit, with six inputs each, because that is one table of an FPGA.
`default_nettype none

module within_distance (
  input  wire        clk,
  input  wire [63:0] a,
  input  wire [63:0] b,
  input  wire [5:0]  distance,
  output reg         at_most
);
  /* verilator no_inline_module */  // 256 copies of it compile slowly

  // differences are counted three at a time (22 counts of two bits), then six of these bits at a time (4 counts of 3 bits)
  localparam THREES = 22;
  localparam GROUPS = 4;

  function [2:0] count(input [5:0] x);
    reg sum_a, sum_b, carry_a, carry_b, carry_c;
    begin
      sum_a   = x[0] ^ x[1] ^ x[2];
      sum_b   = x[3] ^ x[4] ^ x[5];
      carry_a = (x[0] & x[1]) | (x[0] & x[2]) | (x[1] & x[2]);
      carry_b = (x[3] & x[4]) | (x[3] & x[5]) | (x[4] & x[5]);
      carry_c = sum_a & sum_b;
      count   = {(carry_a & carry_b) | (carry_a & carry_c) | (carry_b & carry_c),
                 carry_a ^ carry_b ^ carry_c, sum_a ^ sum_b};
    end
  endfunction

  wire [3*THREES-1:0] differs = {2'b00, a ^ b};
  reg  [6*GROUPS-1:0] ones, twos;               // of the counts of three; the last two places stay empty
  reg  [3*GROUPS-1:0] one_counts, two_counts;
  reg  [4:0]          one_sum, two_sum;

  integer i;
  always @(posedge clk) begin
    ones <= 0;
    twos <= 0;
    for (i = 0; i < THREES; i = i + 1) begin
      ones[i] <= differs[3*i] ^ differs[3*i+1] ^ differs[3*i+2];
      twos[i] <= (differs[3*i] & differs[3*i+1]) | (differs[3*i] & differs[3*i+2]) | (differs[3*i+1] & differs[3*i+2]);
    end
    for (i = 0; i < GROUPS; i = i + 1) begin
      one_counts[3*i +: 3] <= count(ones[6*i +: 6]);
      two_counts[3*i +: 3] <= count(twos[6*i +: 6]);
    end
    one_sum <= ({2'd0, one_counts[2:0]} + {2'd0, one_counts[5:3]}) + ({2'd0, one_counts[8:6]} + {2'd0, one_counts[11:9]});
    two_sum <= ({2'd0, two_counts[2:0]} + {2'd0, two_counts[5:3]}) + ({2'd0, two_counts[8:6]} + {2'd0, two_counts[11:9]});
    at_most <= {2'd0, one_sum} + {1'b0, two_sum, 1'b0} <= {1'b0, distance};
  end
endmodule

`default_nettype wire

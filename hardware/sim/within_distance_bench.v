// within_distance against a plain count, for Icarus: random questions, near and far, with every distance. Prints the number of
// questions and of wrong answers.
`timescale 1ns / 1ps

module within_distance_bench #(
  parameter QUESTIONS = 100000
);
  localparam LATENCY = 4;

  reg         clk = 0;
  reg  [63:0] a = 0, b = 0;
  reg  [5:0]  distance = 3;
  wire        at_most;
  reg  [LATENCY-1:0] expected = 0;
  integer     question, flips, i, count, wrong = 0;

  within_distance compare (.clk(clk), .a(a), .b(b), .distance(distance), .at_most(at_most));

  initial begin
    for (question = 0; question < QUESTIONS; question = question + 1) begin
      // the distance is compared three stages after the fingerprints, so it changes seldom and the answers around that are skipped
      if (question % 1000 == 0) distance = $random;
      a = {$random, $random};
      b = a;
      if (question % 4 == 0) b = {$random, $random};
      else begin
        flips = $unsigned($random) % 10 + (question % 4 == 1 ? distance : 0);
        for (i = 0; i < flips; i = i + 1) b[$unsigned($random) % 64] = ~b[$unsigned($random) % 64];
      end
      count = 0;
      for (i = 0; i < 64; i = i + 1) count = count + (a[i] ^ b[i]);
      #5 clk = 1;
      #5 clk = 0;
      expected = {expected[LATENCY-2:0], count <= distance};
      if (question % 1000 > LATENCY && at_most !== expected[LATENCY-1]) wrong = wrong + 1;
    end
    $display("%0d %0d", QUESTIONS, wrong);
    $finish;
  end
endmodule

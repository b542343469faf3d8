(** What is compiled: these definitions, as OCaml. Truth values, lists, options and pairs become OCaml's own;
    numbers stay the inductive ones of the proofs, for no machine integer is as long as they may be. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Cubeproof Require Import Geometry Solved.
From Cubeproof.refutation Require Import Clause Lrup.
From Cubeproof.formula Require Import Cube Reduction Certificate Shortest Parity Held.
From Cubeproof.god Require Symmetries Superflip.
From Cubeproof.search Require Words Bounds Views Tables Inverse Search Pairs Phase1 Phase1Exact Excluded Phase1Excluded.

Extraction Blacklist List String Nat.

(* Written where the program is built. *)
Cd "built".

Separate Extraction
  Geometry.solved_colours Geometry.after Geometry.word_cost Solved.is_solved Geometry.slabs Geometry.cost
  Symmetries.superflip Superflip.beginnings Superflip.word_of Superflip.turns_to_exclude Superflip.cube_after
  Superflip.all_searched Superflip.twenty_turns
  Lrup.start Lrup.read Lrup.refutes
  Reduction.generators Reduction.layer_generators Certificate.test_for Shortest.is_answer Parity.settled
  Held.is_way Held.held_test_for Held.corners_settled
  Words.literal Words.number Words.add Words.mul Words.eqb Words.ltb Words.byte Words.two_bytes Words.four_bits
  Views.coordinates Views.views Views.ways Views.kinds Views.axes Tables.on Tables.moves_of Tables.stored
  Inverse.sorts Inverse.sort_of Inverse.stickers_of Inverse.pieces_of Inverse.couples Inverse.undo_permutation
  Inverse.pair_moves Inverse.shares_of Inverse.piece_adds Inverse.code Inverse.numbers_of_sets
  Pairs.tables_ok
  Excluded.root Excluded.question_ok Excluded.relabelled Excluded.counting_down Excluded.share_from
  Excluded.all_beginnings Excluded.whole Excluded.slab_of
  Phase1.phase1_ok Phase1.phase1_bytes Phase1Exact.phase1_exact Phase1Excluded.phase1_root Phase1Excluded.phase1_share_from.

Cd "..".

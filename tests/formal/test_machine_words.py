"""The program's machine words are those of `formal/search/Words.v`, and extracted files have no unsafe casts."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRACTED = ROOT / "formal" / "extracted"

# The definitions of Coq that its machine words use.
NEEDED = {
    "Words",
    "BinInt",
    "BinNat",
    "BinNums",
    "BinPos",
    "BinPosDef",
    "Datatypes",
    "Nat0",
    "Bool",
    "Specif",
}

COMPARISON = """
let edges = [ 0; 1; 2; 17; 255; 256; 65535; (1 lsl 30) - 1; 1 lsl 30; (1 lsl 31) - 1; 1 lsl 31; 1 lsl 32; 1 lsl 61;
  max_int - 1; max_int; min_int; min_int + 1; -65536; -2; -1 ]
let count = ref 0
let same name one other = incr count; if one <> other then (Printf.printf "%s differs\\n" name; exit 1)
let bytes = String.init 65536 (fun place -> Char.chr (place * 7919 land 255))
let array = Bigarray.Array1.init Bigarray.char Bigarray.c_layout 65536 (String.get bytes)
let cell place = let place = Machine.literal place in
  Machine.number (if place < 65536 then Char.code bytes.[place] else 0)
let () =
  let open Machine in
  let coq f a b = f (number a) (number b) in
  List.iter (fun a ->
    same "literal" (number (literal (number a))) (Words.literal (number a));
    same "number" (number a) (Words.number (number a));
    List.iter (fun b ->
      same "add" (number (add a b)) (coq Words.add a b);
      same "mul" (number (mul a b)) (coq Words.mul a b);
      same "eqb" (eqb a b) (coq Words.eqb a b);
      same "ltb" (ltb a b) (coq Words.ltb a b)) edges) edges;
  List.iter (fun place -> same "byte" (number (byte array place)) (Words.byte cell (number place)))
    [ 0; 1; 2; 255; 256; 65534; 65535 ];
  List.iter (fun place -> same "two_bytes" (number (two_bytes array place)) (Words.two_bytes cell (number place)))
    [ 0; 1; 2; 255; 256; 32766; 32767 ];
  List.iter (fun place -> same "four_bits" (number (four_bits array place)) (Words.four_bits cell (number place)))
    [ 0; 1; 2; 3; 255; 256; 257; 131069; 131070; 131071 ];
  List.iter (fun place -> match byte array place with
    | _ -> exit 1
    | exception Invalid_argument _ -> incr count) [ -1; 65536; max_int; min_int ];
  List.iter (fun place -> match two_bytes array place with
    | _ -> exit 1
    | exception Invalid_argument _ -> incr count) [ -1; 32768 ];
  List.iter (fun place -> match four_bits array place with
    | _ -> exit 1
    | exception Invalid_argument _ -> incr count) [ -1; 131072; max_int; min_int ];
  Printf.printf "%d results agree.\\n" !count
"""


def test_machine_words_agree_with_the_definitions_of_coq(tmp_path: Path) -> None:
    """Coq's `Words.ml`, which the program does not use, and `machine/words.ml` compute the same at the edges."""
    if shutil.which("ocamlfind") is None or not (EXTRACTED / "Words.ml").exists():
        pytest.skip("there is no OCaml, or `make formal` has not extracted the definitions")
    for path in EXTRACTED.glob("*.ml*"):
        if path.stem in NEEDED:
            shutil.copy(path, tmp_path)
    shutil.copy(ROOT / "formal" / "program" / "machine" / "words.ml", tmp_path / "machine.ml")
    (tmp_path / "compare.ml").write_text(COMPARISON)
    script = (
        "files=$(ocamlfind ocamldep -sort *.mli *.ml)"
        " && ocamlfind ocamlopt -w -a -package unix -linkpkg $files -o it && ./it"
    )
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, "1674 results agree.\n"), done.stderr


def test_extracted_files_have_no_unsafe_casts() -> None:
    if not EXTRACTED.exists():
        pytest.skip("`make formal` has not extracted the definitions")
    assert [path.name for path in EXTRACTED.glob("*.ml") if "Obj." in path.read_text()] == []

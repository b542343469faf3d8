// The files of a certificate for the checker of the page, and what the checker offers to JavaScript.
//
// cubeproof.version() returns a text of JSON. cubeproof.check(files, megabytes) uses at most this memory, and returns
// [status, output, sentence]; `files` has names(), an array, size(name), -1 without such a file, and read(name, position,
// count), a Uint8Array. cubeproof.refute does the same for the formula formula.cnf and its proof proof.lrat.

//Provides: cubeproof_files
var cubeproof_files = { now: null };

//Provides: cubeproof_size
//Requires: cubeproof_files, caml_jsstring_of_string
function cubeproof_size(name) {
  return Math.min(cubeproof_files.now.size(caml_jsstring_of_string(name)), 0x7fffffff);
}

//Provides: cubeproof_piece
//Requires: cubeproof_files, caml_jsstring_of_string, caml_string_of_jsstring, caml_bytes_of_array, caml_raise_sys_error
function cubeproof_piece(name, position) {
  var piece;
  try {
    piece = cubeproof_files.now.read(caml_jsstring_of_string(name), position, 65536);
  } catch (error) {
    caml_raise_sys_error(caml_string_of_jsstring(String(error)));
  }
  return caml_bytes_of_array(piece);
}

//Provides: cubeproof_names
//Requires: cubeproof_files, caml_string_of_jsstring
function cubeproof_names() {
  return [0].concat(cubeproof_files.now.names().map(caml_string_of_jsstring));
}

//Provides: cubeproof_offer
//Requires: cubeproof_files, caml_jsstring_of_string
function cubeproof_offer(version, check, refute) {
  function offered(command) {
    return function (files, megabytes) {
      cubeproof_files.now = files;
      var ended = command(megabytes);
      return [ended[1], caml_jsstring_of_string(ended[2]), caml_jsstring_of_string(ended[3])];
    };
  }
  globalThis.cubeproof = {
    version: function () {
      return caml_jsstring_of_string(version(0));
    },
    check: offered(check),
    refute: offered(refute),
  };
}

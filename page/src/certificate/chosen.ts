// The files that a visitor chooses or drops: those of one folder, not of folders in it.

/** The files of an `<input>`, of a folder or of files. */
export function chosenFiles(list: FileList | null): File[] {
  return [...(list ?? [])].filter(({ webkitRelativePath: path }) => path.split("/").length <= 2);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((done, fail) => entry.file(done, fail));
}

/** All entries of a folder: a browser gives them a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

/** Dropped files, and the files of dropped folders. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // The items are gone after the event, their entries and files are not. A file that is on no disk has no entry.
  const dropped = [...data.items].filter(({ kind }) => kind === "file").map((item) => [item.webkitGetAsEntry(), item.getAsFile()] as const);
  const listed = await Promise.all(dropped.map(async ([entry, file]) => {
    if (!entry?.isDirectory) return file === null ? [] : [file];
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    return Promise.all(inside.filter(({ isFile }) => isFile).map((each) => fileOf(each as FileSystemFileEntry)));
  }));
  return listed.flat();
}

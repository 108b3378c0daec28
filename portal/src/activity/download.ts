/** Hands a text, which may come in parts, to the browser as a file. */
export function download(name: string, type: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

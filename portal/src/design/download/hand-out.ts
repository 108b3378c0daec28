/** Saves a CSV file through the browser. `parts` are concatenated. */
export const handOutCsv = (name: string, parts: readonly string[]): void =>
  handOut(name, new Blob([...parts], { type: 'text/csv;charset=utf-8' }));

/** Saves a text file through the browser. */
export const handOutText = (name: string, text: string): void =>
  handOut(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

function handOut(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

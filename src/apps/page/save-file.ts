/** Saves something as a file of the user. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Offers a text as a download of the browser. */
export const saveFile = (name: string, type: string, text: string) =>
  saveBlob(name, new Blob([text], { type }))

export function saveBlob(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

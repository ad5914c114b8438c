/** CSV lines with a header. A cell that a spreadsheet would run as a formula starts with an apostrophe. */
export function csvLines(rows: readonly Readonly<Record<string, string>>[]): string[] {
  const cell = (text: string) => {
    const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first)
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name] ?? '')).join(','))]
}

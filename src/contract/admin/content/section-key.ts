/** The name of a section in the editor, in the preview and in comparisons. Without zod, because the browser loads it. */
export const sectionKey = (
  { id, key }: { id: number | null; key?: string | undefined },
  at: number,
): string => (id === null ? (key ?? `new_${at}`) : `sec_${id}`)

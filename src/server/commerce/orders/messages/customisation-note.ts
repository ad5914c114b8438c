/** The line of a mail that describes a customisation; the order page shows the picture. */
export function customisationNote(
  customised: { custom_text: string | null; image_path: string | null } | null,
): string {
  const { custom_text, image_path } = customised ?? {}
  return [custom_text && `Text: ${custom_text}`, image_path && 'With your picture'].filter(Boolean).join(', ')
}

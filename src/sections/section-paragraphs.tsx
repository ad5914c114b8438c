/** A text of several paragraphs: an empty line starts a new one. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, at) => <p key={at}>{paragraph}</p>)

import type { SectionProps } from '#sections/section.ts'
import { Paragraphs } from '#sections/section-paragraphs.tsx'
import css from './headline.module.css'
import type { settings } from './schema.ts'

/** A heading with a line above and text below; the heading of the page when it is first. */
export default function Headline({
  settings: { eyebrow, title, text, align },
  isFirst,
}: SectionProps<typeof settings>) {
  if (!title && !text) return null
  const Frame = title ? 'section' : 'div'
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <Frame className={`wide ${css.holder}`}>
      <div className={css.headline} data-align={align}>
        {eyebrow && <p className={css.eyebrow}>{eyebrow}</p>}
        {title && <Title>{title}</Title>}
        <Paragraphs text={text} />
      </div>
    </Frame>
  )
}

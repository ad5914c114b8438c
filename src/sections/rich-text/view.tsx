import type { ReactNode } from 'react'
import { Picture } from '#ui/picture.tsx'
import type { SectionProps } from '../section.ts'
import type { Block } from '../section-shapes.ts'
import css from './rich-text.module.css'
import type { settings } from './schema.ts'

/** Text in blocks. */
export default function RichText({ settings: { title, blocks }, isFirst }: SectionProps<typeof settings>) {
  if (!title && blocks.length === 0) return null
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <section className={`wide ${css.holder}`}>
      <div className={css.text}>
        {title && <Title className={css.title}>{title}</Title>}
        {blocks.map((block, at) => (
          <BlockView key={at} block={block} />
        ))}
      </div>
    </section>
  )
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.level}` as 'h2'
      return <Heading>{block.text}</Heading>
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{withBold(item)}</li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <p>{block.text}</p>
          {block.cite && <cite>{block.cite}</cite>}
        </blockquote>
      )
    case 'image':
      return <Picture image={block.image} sizes="(min-width: 48rem) 42rem, 100vw" />
    default:
      return <p>{withBold(block.text)}</p>
  }
}

/** `**bold**` is the only markup in texts. */
const withBold = (text: string): ReactNode[] =>
  text.split('**').map((piece, at) => (at % 2 === 1 ? <b key={at}>{piece}</b> : piece))

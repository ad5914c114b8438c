import { inlineText } from '#features/blog/inline-text.tsx'
import type { SectionProps } from '#sections/section.ts'
import type { Block } from '#sections/section-shapes.ts'
import { Picture } from '#ui/picture.tsx'
import css from './rich-text.module.css'
import type { settings } from './schema.ts'

/** Text in blocks. */
export default function RichText({ settings: { title, blocks }, isFirst }: SectionProps<typeof settings>) {
  if (!title && blocks.length === 0) return null
  const Frame = title ? 'section' : 'div'
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <Frame className={`wide ${css.holder}`}>
      <div className={css.text}>
        {title && <Title className={css.title}>{title}</Title>}
        {blocks.map((block, at) => (
          <BlockView key={at} block={block} />
        ))}
      </div>
    </Frame>
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
            <li key={item}>{inlineText(item)}</li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <p>{inlineText(block.text)}</p>
          {block.cite && <cite>{block.cite}</cite>}
        </blockquote>
      )
    case 'image':
      return <Picture image={block.image} sizes="(min-width: 48rem) 42rem, 100vw" />
    default:
      return <p>{inlineText(block.text)}</p>
  }
}

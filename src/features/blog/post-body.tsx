import type { PostBlock } from '#contract/blog.ts'
import { Picture } from '#ui/picture.tsx'
import { inlineText } from './inline-text.tsx'
import css from './post-body.module.css'

/** The text of a post. Each block has its own direction, because posts may mix scripts. */
export function PostBody({ blocks }: { blocks: readonly PostBlock[] }) {
  return (
    <div className={css.body}>
      {blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: PostBlock }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.level}` as 'h2'
      return (
        <Heading id={block.id} dir="auto">
          {block.text}
        </Heading>
      )
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List dir="auto">
          {block.items.map((item, at) => (
            <li key={at}>{inlineText(item)}</li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote dir="auto">
          <p>{inlineText(block.text)}</p>
          {block.cite && <cite>{block.cite}</cite>}
        </blockquote>
      )
    case 'image':
      return <Figure {...block} />
    default:
      return <p dir="auto">{inlineText(block.text)}</p>
  }
}

const Figure = ({ image, caption, url }: Extract<PostBlock, { type: 'image' }>) => (
  <figure>
    <Picture image={image} sizes="(min-width: 48rem) 33rem, 92vw" />
    {caption && <figcaption dir="auto">{url ? <a href={url}>{caption}</a> : caption}</figcaption>}
  </figure>
)

import type { MouseEvent } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import type { ComboboxOption } from '#ui/use-combobox.ts'
import css from './search-suggestions.module.css'
import { completed, type Suggestion } from './suggestion-list.ts'

type Props = {
  option: ComboboxOption
  suggestion: Suggestion
  typed: string
  onPick: (event: MouseEvent<HTMLAnchorElement>) => void
  /** Copies a suggested query into the field for further typing. */
  onFill: (text: string) => void
}

/** A line of the list: a link with the role option, so that it can be opened in another tab. */
export function SuggestionRow({ option, suggestion, typed, onPick, onFill }: Props) {
  const { kind, href } = suggestion
  return (
    <a {...option} className={css.row} href={href} data-kind={kind} onClick={onPick}>
      <Words suggestion={suggestion} typed={typed} />
      {kind === 'query' && (
        // For touch only: with a keyboard the shopper just types on.
        <span
          className={css.fill}
          aria-hidden="true"
          onClick={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onFill(suggestion.text)
          }}
        >
          <Icon name="arrow-up" size={16} />
        </span>
      )}
    </a>
  )
}

function Words({ suggestion, typed }: Pick<Props, 'suggestion' | 'typed'>) {
  const { kind, text } = suggestion
  if (kind === 'product') return <ProductWords product={suggestion.product} />
  if (kind === 'query') {
    const [before, same, after] = completed(text, typed)
    return (
      <>
        <Icon name="search" size={16} />
        <span>
          {suggestion.isMeant && 'Did you mean '}
          <b>{before}</b>
          {same}
          <b>{after}</b>
          {suggestion.isMeant && '?'}
        </span>
      </>
    )
  }
  return (
    <>
      <span className={css.text}>{text}</span>
      {kind !== 'all' && <span className={css.kind}>{kind === 'brand' ? 'maker' : 'category'}</span>}
    </>
  )
}

type ProductSuggestion = Extract<Suggestion, { kind: 'product' }>

function ProductWords({ product }: { product: ProductSuggestion['product'] }) {
  const { base_image: image, channel } = product
  return (
    <>
      <span className={css.picture}>
        {image ? (
          // Without a placeholder, whose decoding would delay the list.
          <Picture
            image={{ ...image, placeholder: null }}
            sizes="3.5rem"
            ratio={1}
            alt=""
            widest={320}
            isEager
          />
        ) : (
          <Icon name="box" />
        )}
      </span>
      <span className={css.text}>{product.name}</span>
      <Price
        price={channel.selling_price}
        mrp={channel.mrp}
        discountPercent={0}
        isFrom={product.has_price_range}
      />
    </>
  )
}

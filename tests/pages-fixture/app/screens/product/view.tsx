import { useState } from 'react'
import { BelowFold, useEntryState } from '#pages/browser.tsx'
import type { ScreenData } from '#pages/screen.ts'
import type { product } from './data.ts'

export default function Product({ name, added, story }: ScreenData<typeof product>) {
  const [count, setCount] = useState(0)
  const [picture, setPicture] = useEntryState('picture', 1)
  return (
    <article>
      <nav>
        <a id="back-to-shop" href="/shop-online">
          Shop
        </a>
        <a href="#reviews">Reviews</a>
      </nav>
      <h1>{name}</h1>
      <img src="/thing.webp" srcSet="/thing.webp 1x, /thing-2x.webp 2x" alt="" width="10" height="10" />
      <button id="add" type="button" onClick={() => setCount(count + 1)}>
        Added {count}
      </button>
      <button id="picture" type="button" onClick={() => setPicture(picture + 1)}>
        Picture {picture}
      </button>
      <p>
        Since {added.slice(0, 4)}: {story}
      </p>
      <div style={{ height: 2000 }} />
      <BelowFold>
        <section id="reviews" style={{ height: 1200 }}>
          <h2>Reviews</h2>
        </section>
      </BelowFold>
    </article>
  )
}

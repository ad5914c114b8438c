import { useState } from 'react'
import { lazyHydrated } from '#client/lazy-hydrated.tsx'

const NameField = lazyHydrated(() => import('./name-field.tsx').then((module) => module.NameField))

export function Panel() {
  const [presses, setPresses] = useState(0)
  return (
    <>
      <button type="button" id="outer" onClick={() => setPresses((count) => count + 1)}>
        Outer {presses}
      </button>
      <NameField />
    </>
  )
}

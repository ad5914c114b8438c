import { startTransition, useState } from 'react'
import { lazyHydrated, lazyPart } from '#client/lazy-hydrated.tsx'

const Panel = lazyHydrated(() => import('./panel.tsx').then((module) => module.Panel))
const late = lazyPart(async () => () => <p>The late part</p>)

/** Rendered before the part: its code arrives after React has begun to wait for it, and before it goes on. */
function LoadsLatePart() {
  void late.load()
  return null
}

/** A lazily hydrated panel with a lazily hydrated field in it, and a part that is shown by a button. */
export default function Form() {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <h1>Form</h1>
      <Panel />
      <button type="button" onClick={() => startTransition(() => setShown(true))}>
        Show the late part
      </button>
      {isShown && (
        <>
          <LoadsLatePart />
          <late.Component />
        </>
      )}
    </>
  )
}

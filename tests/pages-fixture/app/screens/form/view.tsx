import { lazyHydrated } from '#client/lazy-hydrated.tsx'

const Panel = lazyHydrated(() => import('./panel.tsx').then((module) => module.Panel))

/** A lazily hydrated panel with a lazily hydrated field in it. */
export default function Form() {
  return (
    <>
      <h1>Form</h1>
      <Panel />
    </>
  )
}

import { type ComponentType, Suspense } from 'react'

type Props = { status: number; message: string; path: string; data?: unknown }

/** The status page of either side: bundled on the server, a lazy chunk in the browser, because few pages need it. */
export const statusFrom = (View: ComponentType<Props>) =>
  function Status(props: Props) {
    return (
      <Suspense>
        <View {...props} />
      </Suspense>
    )
  }

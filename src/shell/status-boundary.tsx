import { type ComponentType, Suspense } from 'react'

type Props = { status: number; message: string; path: string }

/** The status page of either side: the server's is at hand, the browser's comes in a chunk of its own, which few pages need. */
export const statusFrom = (View: ComponentType<Props>) =>
  function Status(props: Props) {
    return (
      <Suspense>
        <View {...props} />
      </Suspense>
    )
  }

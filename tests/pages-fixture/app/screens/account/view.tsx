import type { ScreenData } from '#pages/screen.ts'
import type { account } from './data.ts'

export default function Account({ visits }: ScreenData<typeof account>) {
  return <h1>Account, visit {visits}</h1>
}

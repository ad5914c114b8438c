import type { ScreenData } from '#pages/screen.ts'
import type { home } from './data.ts'

export default function Home({ greeting }: ScreenData<typeof home>) {
  return <h1>{greeting}</h1>
}

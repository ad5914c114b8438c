import type { ScreenData } from '#pages/screen.ts'
import type { content } from './data.ts'

export default function Content({ text }: ScreenData<typeof content>) {
  return <h1>{text}</h1>
}

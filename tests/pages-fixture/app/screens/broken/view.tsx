import type { ScreenData } from '#pages/screen.ts'
import type { broken } from './data.ts'

export default function Broken({ how }: ScreenData<typeof broken>) {
  if (how === 'view' || (how === 'browser' && typeof window !== 'undefined'))
    throw new Error('The view broke')
  return <h1>Whole</h1>
}

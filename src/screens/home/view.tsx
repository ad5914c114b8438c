import type { ScreenData } from '#pages/screen.ts'
import { Sections } from '#sections/section-views.tsx'
import type { home } from './data.ts'

export default function HomeScreen({ sections, title }: ScreenData<typeof home>) {
  const hasHeading = ['HeroSlider', 'Headline'].includes(sections[0]?.component ?? '')
  return (
    <>
      {!hasHeading && <h1 className="visually-hidden">{title}</h1>}
      <Sections sections={sections} />
    </>
  )
}

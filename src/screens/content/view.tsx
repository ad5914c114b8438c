import type { ScreenData } from '#pages/screen.ts'
import { Sections } from '#sections/section-views.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import css from './content.module.css'
import type { content } from './data.ts'

const titled = ['RichText', 'Faq', 'HeroSlider']

export default function ContentScreen({ name, sections }: ScreenData<typeof content>) {
  const first = sections[0]
  const hasHeading =
    first !== undefined &&
    titled.includes(first.component) &&
    Boolean((first.settings as { title?: string }).title)
  return (
    <>
      <div className="wide">
        <Breadcrumbs trail={[]} current={name} />
        {!hasHeading && <h1 className={css.title}>{name}</h1>}
      </div>
      <Sections sections={sections} />
    </>
  )
}

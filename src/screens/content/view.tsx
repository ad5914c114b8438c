import { isRecord } from '#contract/rules/own-value.ts'
import type { ScreenData } from '#pages/screen.ts'
import type { SectionShown } from '#sections/section.ts'
import { Sections } from '#sections/section-views.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import css from './content.module.css'
import type { content } from './data.ts'

/** Sections whose title is the heading of the page when they are first. */
const titled = ['RichText', 'Faq', 'Headline']

/** Sections that are a column of text. The others are as wide as the page. */
const narrow = ['RichText', 'Faq', 'Form', 'Contact']

const hasOwnHeading = ({ component, settings, data }: SectionShown) =>
  component === 'HeroSlider'
    ? isRecord(data) && Array.isArray(data.slides) && data.slides.length > 0
    : titled.includes(component) && isRecord(settings) && Boolean(settings.title)

export default function ContentScreen({ name, sections }: ScreenData<typeof content>) {
  const first = sections[0]
  const hasHeading = first !== undefined && hasOwnHeading(first)
  const isWide = !hasHeading && first && !narrow.includes(first.component)
  return (
    <>
      <div className={`wide ${css.head}`} data-wide={isWide ? '' : undefined}>
        <Breadcrumbs trail={[]} current={name} />
        {!hasHeading && <h1 className={css.title}>{name}</h1>}
      </div>
      <Sections sections={sections} />
    </>
  )
}

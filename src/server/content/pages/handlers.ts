import type { contentEndpoints } from '#contract/content.ts'
import type { faqEndpoints } from '#contract/faq.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { readVideo } from '#server/platform/media/to-video.ts'
import { rememberedTexts } from '#server/shop/channels/channel-texts.ts'
import { assemblePage } from './assemble-page.ts'
import { fillSettings } from './map-settings.ts'
import { pageAddress } from './page-address.ts'
import { previewSection } from './preview-section.ts'
import { readFaq } from './read-faq.ts'
import { readMenu } from './read-menu.ts'
import { readPage } from './read-page.ts'
import { readSlider } from './read-slider.ts'
import { readTemplate } from './read-template.ts'

export const contentHandlers: Handlers<typeof contentEndpoints> = {
  async slider({ id }, call) {
    // `sliders`: an unknown one may be added.
    const tagsOf = (slider: { id: number }) => [`slider:${slider.id}`, 'sliders']
    call.tag('sliders')
    const slider = await remember(call, `slider ${id}`, tagsOf, () => readSlider(call.db, id))
    call.tag(...tagsOf(slider))
    return slider
  },

  async menu({ id }, call) {
    const tagsOf = (menu: { id: number }) => [`menu:${menu.id}`, 'menus']
    call.tag('menus')
    const menu = await remember(call, `menu ${id}`, tagsOf, () => readMenu(call.db, id))
    call.tag(...tagsOf(menu))
    return menu
  },

  async video({ path }, { db, tag }) {
    tag('videos')
    return { captions: (await readVideo(db, path))?.captions ?? null }
  },

  template: ({ id }, call) => readTemplate(call.db, call, id),

  page: ({ id }, call) => readPage(call.db, call, id),

  templateBoth: (input, call) => assemblePage(call.db, call, pageAddress(input)),

  previewSection: (input, call) => previewSection(call.db, call, input),
}

export const faqHandlers: Handlers<typeof faqEndpoints> = {
  async get({ id }, call) {
    // `faqs`: an unknown one may be added.
    const tagsOf = (faq: { id: number }) => [`faq:${faq.id}`, 'faqs']
    call.tag('faqs')
    const faq = await remember(call, `faq ${id}`, tagsOf, () => readFaq(call.db, id))
    call.tag(...tagsOf(faq))
    const groups = fillSettings(faq.groups, await rememberedTexts(call.db, call.channel, call))
    return { ...faq, groups }
  },
}

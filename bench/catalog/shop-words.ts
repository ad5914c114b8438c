import { type Random, randomOf } from './random.ts'

const list = (words: string) => words.split(' ')

/** What a shop of home goods and clothes speaks of. */
export const nouns = list(
  'mug bowl plate vase lamp cushion throw rug basket tray jug platter candle planter mirror clock stool bench shelf towel apron napkin runner quilt blanket curtain notebook journal pouch tote scarf shirt kurta dress skirt jacket trousers socks cap belt sandals necklace bangle earrings teapot kettle pan ladle board knife spoon jar tin frame print poster',
)
export const motifs = list(
  'banyan lotus peacock monsoon fern indigo mango jasmine teak marigold river dune cloud moon sparrow heron palm coral ember slate willow saffron cardamom neem lily tide canyon orchard meadow harvest',
)
export const qualities = list(
  'small large tall round ribbed woven glazed carved striped speckled quilted folded hammered printed block-printed plain embroidered fluted matte polished',
)
export const colours = list(
  'terra indigo sand ochre moss clay ivory charcoal rust sage plum rose mustard teal navy olive cream black white grey sky coral mint lilac',
)
export const sizes = list('xs s m l xl xxl king queen')
export const materials = list(
  'stoneware terracotta linen cotton wool silk jute cane bamboo teak brass copper iron glass marble leather paper felt khadi rattan',
)
export const patterns = list(
  'plain stripe check floral geometric paisley ikat dots leaf wave herringbone solid',
)
export const rooms = list(
  'kitchen dining living bedroom bath study garden entrance nursery balcony hall office',
)
export const cares = list('hand-wash machine-wash dry-clean wipe dishwasher spot-clean')
export const finishes = list('matte gloss satin raw waxed lacquered oiled brushed antique natural')
export const labels = list('New Bestseller Sale Handmade')

const syllables = list(
  'ka ri mo ta le su na vi do pe lu sha mi ro be ga ti no ha zu fe la jo we ky dra pri sto gre fla',
)

/** A made-up word, such as collections and brands are called by. */
export const coinedWord = (random: Random, length: number) =>
  Array.from({ length }, () => random.anyOf(syllables)).join('')

/** Words that descriptions are made of: few are frequent, most are rare. */
export const proseWords = (() => {
  const random = randomOf(7)
  const coined = Array.from({ length: 4_000 }, () => coinedWord(random, 2 + random.below(3)))
  return [...new Set([...nouns, ...motifs, ...materials, ...qualities, ...rooms, ...coined])]
})()

/**
 * The two words that agent and wallet both show while they pair, so that a person sees whether they speak of the same
 * session: 16 bits of SHA-256 over session id and code. Either side can make them by itself.
 */
const WORDS =
  'acorn agate alder almond amber anchor apple apron arrow aspen atlas autumn badge bagel balsa bamboo ' +
  'banjo barley barn basil basket beach beacon bean beaver bell berry birch bison blanket bonsai book ' +
  'boot bottle bowl branch brass bread breeze brick bridge brook broom bucket bugle butter button ' +
  'cabin cactus camel canal candle canoe canyon carpet carrot castle cedar cello chalk cherry chess ' +
  'cliff clock cloud clover coast cobalt cocoa comet copper coral cotton cradle crayon cricket crown ' +
  'crystal cumin curtain cymbal daisy delta denim desert diary dolphin donkey door dragon drum dune ' +
  'eagle easel echo elbow elm ember engine fabric falcon feather fern ferry fiddle field fig finch ' +
  'fjord flag flame flint flute forest fossil fountain fox garden garlic gate geyser ginger glacier ' +
  'globe goose grape gravel guitar hammer harbor harp hawk hazel hedge helmet heron hill honey horizon ' +
  'hornet ice igloo indigo iris island ivory jacket jade jar jasmine jigsaw jungle kayak kettle kite ' +
  'kiwi koala ladder lagoon lake lantern laurel lemon lentil lilac lily linen lizard llama lotus lunar ' +
  'magnet mango maple marble meadow melon mint mirror mitten moon moose mosaic moss muffin nectar ' +
  'needle nickel nutmeg oak oasis oat ocean olive onion opal orange orbit orchid otter oval owl oxygen ' +
  'paddle palm panda papaya parrot pasta pebble pencil pepper piano pigeon pillow pine planet plum ' +
  'polar pond poppy prairie pretzel puffin quail quartz quilt rabbit radish rain raven reef ribbon ' +
  'river robin rocket ruby saddle saffron sail salmon sandal satin scarf seal shell silver sketch ' +
  'spruce squid stone sugar sunset swan tiger tulip'
export const CHECK_WORDS: readonly string[] = WORDS.split(' ')

export async function checkPhrase(pairing_session_id: string, code: string): Promise<string> {
  const text = new TextEncoder().encode(`svc.check_phrase.v1\n${pairing_session_id}\n${code}`)
  const [first = 0, second = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `${CHECK_WORDS[first]} ${CHECK_WORDS[second]}`
}

import { parse } from 'tldts'

/** Mail providers under the same name in many countries: `yahoo.ca`, `gmx.co.uk`. */
const FAMILIES = new Set(
  `gmail googlemail outlook hotmail live msn windowslive passport yahoo ymail rocketmail myyahoo icloud aol aim gmx mail email yandex
  rambler proton protonmail pm tutanota tuta fastmail zohomail mailinator yopmail`.split(/\s+/),
)

/** Mail providers under one name each. */
const PUBLIC = new Set(
  `me.com mac.com web.de t-online.de freenet.de posteo.de posteo.net mailbox.org arcor.de online.de vodafone.de kabelmail.de orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr neuf.fr numericable.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it telefonica.net
  terra.es bk.ru inbox.ru list.ru internet.ru ya.ru vk.com keemail.me hey.com zoho.com zoho.eu qq.com foxmail.com 163.com 126.com yeah.net
  sina.com sina.cn sohu.com aliyun.com naver.com daum.net hanmail.net kakao.com nate.com docomo.ne.jp ezweb.ne.jp rediffmail.com uol.com.br
  bol.com.br terra.com.br ig.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com
  rogers.com shaw.ca sympatico.ca telus.net btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net bigpond.com optusnet.com.au
  xtra.co.nz bluewin.ch hispeed.ch aon.at chello.at telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl home.nl xs4all.nl seznam.cz email.cz
  centrum.cz wp.pl o2.pl interia.pl onet.pl op.pl poczta.fm ukr.net i.ua abv.bg freemail.hu citromail.hu walla.co.il telia.com
  guerrillamail.com 10minutemail.com trashmail.com disroot.org riseup.net runbox.com hushmail.com lycos.com inbox.lv inbox.com`.split(
    /\s+/,
  ),
)

/**
 * Domains where anyone gets an address or a domain, so that no account vouches for all of them: suffixes such as
 * `co.uk` and `github.io`, mail providers, and names below theirs.
 */
export function isPublicDomain(domain: string): boolean {
  const { domain: registered, domainWithoutSuffix: name } = parse(domain, { allowPrivateDomains: true })
  return registered === null || PUBLIC.has(registered) || FAMILIES.has(name ?? '')
}

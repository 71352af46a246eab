/** Where everybody gets an address: nobody speaks for all who have one. */
const PUBLIC = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es
  hotmail.it live.com live.de live.fr live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.co.jp ymail.com
  rocketmail.com icloud.com me.com mac.com aol.com aim.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de posteo.de
  mailbox.org orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it telefonica.net terra.es mail.ru bk.ru
  inbox.ru list.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru proton.me protonmail.com pm.me tutanota.com tuta.com fastmail.com
  zoho.com mail.com email.com hey.com qq.com 163.com 126.com sina.com naver.com daum.net rediffmail.com uol.com.br bol.com.br comcast.net
  verizon.net att.net btinternet.com seznam.cz wp.pl o2.pl interia.pl onet.pl ukr.net mailinator.com`.split(/\s+/),
)

export function isPublicDomain(domain: string): boolean {
  return PUBLIC.has(domain)
}

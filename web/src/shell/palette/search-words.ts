/** Synonyms in all five languages at once: a reader of one language may think of the word in another. */
export const SEARCH_WORDS = {
  limit:
    'limit cap budget maximum spend cost quota лимит ограничение бюджет расход Limit Grenze Obergrenze Budget Ausgaben límite tope presupuesto gasto limite plafond budget dépense',
  whyCost:
    'why expensive dearer cheaper save money anomaly почему дорого дешевле экономия warum teuer billiger sparen por qué caro barato ahorrar pourquoi cher moins économiser',
  requestLimits:
    'rate limit quota throttle per minute concurrent simultaneous лимит частота запросов в минуту одновременно Limit pro Minute gleichzeitig límite por minuto simultáneo limite par minute simultané',
  duplicates:
    'duplicate identical repeat 40205 40206 дубликат повтор одинаковые Duplikat doppelt identisch duplicado repetido doublon répétition identique',
  webhook: 'webhook callback postback pingback delay вебхук задержка Verzögerung Pause retraso demora délai retard',
  answers:
    'answer response body store log compare ответ тело хранить сравнить Antwort speichern vergleichen respuesta guardar comparar réponse conserver comparer',
  alert:
    'alert notification notify warning e-mail low balance оповещение уведомление предупреждение Warnung Benachrichtigung Alarm alerta aviso notificación alerte avertissement notification',
  apiPassword:
    'password api login credentials authorization basic base64 пароль логин данные для доступа Passwort Kennwort Zugangsdaten contraseña credenciales mot de passe identifiants',
  apiKeys:
    'api key keys token secret bearer rotate revoke create 40208 ключ ключи api токен секрет создать отозвать заменить API-Schlüssel Schlüssel Token Geheimnis anlegen erstellen widerrufen ersetzen clave claves de api token secreto crear revocar sustituir clé clés api jeton secret créer révoquer remplacer',
  password:
    'password sign-in change reset security пароль сменить вход безопасность Passwort Kennwort ändern Sicherheit contraseña cambiar seguridad mot de passe changer sécurité',
  testConnection:
    'test connection check verify ping проверка соединение подключение Verbindung testen prüfen probar conexión comprobar tester connexion vérifier',
  firstCall:
    'first call sample example code curl node python php c# sandbox первый вызов пример код песочница erster Aufruf Beispiel Code ejemplo código llamada exemple code appel',
  ip: 'ip address allow list whitelist firewall 40207 адрес белый список Adresse erlauben Positivliste dirección permitir lista blanca adresse autoriser liste blanche',
  team: 'team member colleague role users people команда участник коллега роль пользователи Team Mitglied Kollege Rolle Benutzer equipo miembro colega rol usuarios équipe membre collègue rôle utilisateurs',
  invite:
    'invite invitation add member colleague user пригласить приглашение добавить участника einladen Einladung Mitglied hinzufügen invitar invitación añadir miembro inviter invitation ajouter membre',
  machineLogin:
    'machine login host-to-host h2h server key add машинный логин сервер добавить Maschine Server anlegen hinzufügen máquina servidor añadir machine serveur ajouter',
  activity:
    'activity audit log history who события журнал история действия Aktivität Protokoll Verlauf actividad registro historial activité journal historique',
  profile:
    'name phone language theme dark time zone profile имя телефон язык тема часовой пояс профиль Name Telefon Sprache Design dunkel Zeitzone Profil nombre teléfono idioma tema zona horaria nom téléphone langue thème fuseau horaire',
  signIns:
    'google github facebook sign-in link social вход привязать Anmeldung verknüpfen inicio de sesión vincular connexion lier',
  sessions:
    'session device sign out everywhere browser сеанс устройство выйти везде Sitzung Gerät abmelden sesión dispositivo cerrar appareil déconnecter',
  preferences:
    'e-mail newsletter unsubscribe notifications news offers reports почта рассылка отписаться уведомления Newsletter abbestellen Benachrichtigungen correo boletín cancelar suscripción abonnement désabonner lettre',
  codes:
    'error code reference meaning list ошибка код справочник Fehler Code Bedeutung código error lista erreur code signification',
  failedWebhooks:
    'webhook resend failed postback pingback вебхук повторить не доставлен erneut senden fehlgeschlagen reenviar fallido renvoyer échoué',
  live: 'live tail log stream requests now поток запросы сейчас Live Protokoll jetzt directo registro ahora direct journal maintenant',
  theme:
    'theme dark light mode appearance night тема тёмная светлая ночь Design dunkel hell Modus tema oscuro claro modo thème sombre clair mode',
  language:
    'language english russian german spanish french язык английский русский немецкий испанский французский Sprache Englisch Russisch Deutsch Spanisch Französisch idioma inglés ruso alemán español francés langue anglais russe allemand espagnol français',
  login:
    'switch account login team change переключить логин аккаунт сменить wechseln Konto Login cambiar cuenta changer compte identifiant',
  help: 'help support contact помощь поддержка Hilfe Kontakt ayuda soporte aide assistance',
  signOut: 'sign out log out exit выйти выход abmelden ausloggen cerrar sesión salir se déconnecter',
  addFunds:
    'add funds top up deposit pay payment charge buy credit money refill wire bank transfer пополнить баланс оплатить внести деньги перевод счёт aufladen einzahlen Guthaben bezahlen Geld Überweisung recargar añadir fondos pagar saldo dinero transferencia recharger ajouter des fonds payer crédit solde argent virement',
  payments:
    'payments billing paid orders receipts refund chargeback dispute transactions платежи оплата счета возврат квитанции Zahlungen Abrechnung Rückerstattung Erstattung Belege pagos facturación reembolso devolución recibos paiements facturation remboursement reçus',
  balanceHistory:
    'balance history statement transactions ledger refund spent credit debit история баланса выписка операции возврат Kontoauszug Guthabenverlauf Buchungen Rückerstattung historial de saldo extracto movimientos reembolso historique du solde relevé opérations remboursement',
  methods:
    'payment methods credit card debit visa mastercard amex bank backup expired способы оплаты карта банковская Zahlungsarten Zahlungsmethoden Kreditkarte Karte métodos de pago tarjeta moyens de paiement carte bancaire',
  billing:
    'billing details company address vat tax id number invoice recipient реквизиты компания адрес ндс инн налог Rechnungsdaten Firma Adresse USt MwSt Umsatzsteuer Steuernummer datos de facturación empresa dirección iva nif impuestos coordonnées de facturation société adresse tva impôts',
  invoices:
    'invoices invoice bill receipt credit note pdf documents proforma счёт-фактура счета счёт документы квитанция Rechnungen Rechnung Gutschrift Beleg facturas factura recibo nota de crédito factures facture avoir reçu',
  statements:
    'monthly statement report e-mail accounting ежемесячная выписка отчёт бухгалтерия Monatsauszug Kontoauszug Buchhaltung extracto mensual contabilidad relevé mensuel comptabilité',
  promo:
    'promo code coupon voucher discount bonus redeem промокод купон скидка бонус Gutschein Gutscheincode Rabatt Aktionscode einlösen código promocional cupón descuento code promo bon réduction remise',
  recharge:
    'auto-recharge automatic recharge auto top-up reload threshold автопополнение автоплатёж автоматическое порог automatisch aufladen Auto-Aufladung Schwelle recarga automática umbral recharge automatique seuil',
  subscriptions:
    'subscription plan monthly renew cancel подписка тариф отменить продлить Abonnement Abo Tarif kündigen suscripción plan renovar cancelar abonnement forfait renouveler résilier',
  twoFactor:
    'two-factor 2fa second factor authenticator totp otp mfa recovery codes двухфакторная аутентификация код подтверждения Zwei-Faktor zweiter Faktor Bestätigungscode Wiederherstellungscodes doble factor verificación en dos pasos segundo factor double authentification second facteur deux facteurs codes de secours',
  teamFactor:
    'second factor required team members mfa policy security второй фактор обязателен команда безопасность zweiter Faktor Pflicht Team Sicherheit segundo factor obligatorio equipo seguridad second facteur obligatoire équipe sécurité',
  passkeys:
    'passkeys passkey webauthn fido fingerprint face id security key ключи доступа отпечаток биометрия Passkey Passschlüssel Fingerabdruck Sicherheitsschlüssel claves de acceso huella clés d’accès empreinte',
  sso: 'sso single sign-on openid connect oidc saml okta entra azure google workspace domain единый вход домен компания Einmalanmeldung Single Sign-on Firmenanmeldung inicio de sesión único authentification unique',
  agents:
    'agent agents ai mcp model context protocol claude cursor chatgpt bot assistant агент агенты ии бот помощник KI Agenten Assistent agentes ia asistente agents ia assistant',
  yourData:
    'download my data export archive gdpr dsgvo rgpd personal data copy takeout скачать мои данные экспорт архив персональные Daten herunterladen Datenexport Archiv descargar mis datos exportar archivo télécharger mes données exporter archive',
  closeAccount:
    'close account delete account remove erase cancel account закрыть удалить аккаунт учётную запись Konto schließen löschen kündigen cerrar eliminar borrar cuenta fermer supprimer clôturer compte',
  exportUsage:
    'export csv json lines focus download usage cost report экспорт выгрузить отчёт расход Export herunterladen Bericht Verbrauch exportar descargar informe exporter télécharger rapport',
  usage:
    'usage statistics consumption costs spend analytics requests tasks logs использование статистика расход аналитика Nutzung Verbrauch Statistik Kosten uso consumo estadísticas utilisation consommation statistiques coûts',
  errors: 'errors failures problems bugs ошибки сбои Fehler Probleme errores fallos erreurs échecs',
  playground:
    'playground try test explorer console sandbox saved requests favorites history сохранённые запросы избранное gespeicherte Anfragen Favoriten Verlauf solicitudes guardadas favoritos requêtes enregistrées favoris песочница попробовать тест ausprobieren testen probar essayer tester bac à sable',
  docs: 'documentation docs reference manual guide документация справка руководство Dokumentation Handbuch Anleitung documentación guía documentation guide',
  dashboard:
    'dashboard home start overview main главная обзор сводка Startseite Übersicht inicio resumen panel accueil tableau de bord',
  status:
    'service status uptime incident outage maintenance down статус сервиса сбой работы Dienststatus Störung Wartung estado del servicio incidencia mantenimiento état du service panne maintenance',
  databases:
    'databases data sets files download dump базы данных файлы выгрузка Datenbanken Datensätze Dateien bases de datos archivos bases de données fichiers',
  purchases:
    'my purchases bought orders downloads files покупки купленные Käufe gekauft compras descargas achats téléchargements',
  settings:
    'settings preferences configuration options настройки Einstellungen ajustes configuración paramètres réglages',
} as const satisfies Record<string, string>
export type Topic = keyof typeof SEARCH_WORDS

/** What screens of the menu are also called, by their ids there. */
export const SCREEN_TOPICS: Record<string, Topic> = {
  dashboard: 'dashboard',
  'api-access': 'apiPassword',
  'api-detail': 'usage',
  'api-errors': 'errors',
  'api-playground': 'playground',
  'api-settings': 'settings',
  documentation: 'docs',
  'databases-list': 'databases',
  'databases-purchases': 'purchases',
  'backlinks-subscription': 'subscriptions',
  'api-access-subscription': 'subscriptions',
  payments: 'payments',
  profile: 'profile',
}

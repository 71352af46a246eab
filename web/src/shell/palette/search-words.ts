/** Synonyms in all five languages at once: a reader of one language may think of the word in another. */
export const SEARCH_WORDS = {
  limit:
    'limit cap budget maximum spend cost quota лимит ограничение бюджет расход Limit Grenze Obergrenze Budget Ausgaben límite tope presupuesto gasto limite plafond budget dépense',
  requestLimits:
    'rate limit quota throttle per minute concurrent simultaneous лимит частота запросов в минуту одновременно Limit pro Minute gleichzeitig límite por minuto simultáneo limite par minute simultané',
  duplicates:
    'duplicate identical repeat 40205 40206 дубликат повтор одинаковые Duplikat doppelt identisch duplicado repetido doublon répétition identique',
  webhook: 'webhook callback postback pingback delay вебхук задержка Verzögerung Pause retraso demora délai retard',
  alert:
    'alert notification notify warning e-mail low balance оповещение уведомление предупреждение Warnung Benachrichtigung Alarm alerta aviso notificación alerte avertissement notification',
  apiPassword:
    'password api key secret token credentials authorization basic base64 пароль ключ секрет токен Passwort Kennwort Schlüssel Zugangsdaten contraseña clave credenciales mot de passe clé identifiants',
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
    'google github sign-in link social вход привязать Anmeldung verknüpfen inicio de sesión vincular connexion lier',
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
} as const satisfies Record<string, string>
export type Topic = keyof typeof SEARCH_WORDS

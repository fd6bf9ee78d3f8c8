import type { OwnLexicon } from '../own-lexicon.ts'

/** French. */
export const ownFrench: OwnLexicon = {
  language: 'fr',
  self: 'je|j|mon|ma|mes|moi|m|me|nous|nos|notre',
  bare: 'pnl latent|gain latent|perte latente|marge utilisée|pnl non réalisé|dernières exécutions|pnl|latent|latente|latents|non réalisé*|marge|stop loss|take profit|ordres limites|prix d entrée|prix de liquidation|trades perdants|trades gagnants|dernier trade|pire trade|meilleur trade|frais payés|funding payé|ordres * ouverts|ordres sont * ouverts|ordres sont ouverts|positions * ouvertes|gains et pertes|pertes et profits|profits et pertes|nombre de trades|ordres actifs|plus grosse perte|plus gros gain|quel trade|quels trades|combien de trades|combien d opérations|gain ou perte|profit ou perte',
  listed:
    'reste de marge|reste comme marge|marge qu il me reste|argent ai je|argent j ai|argent me reste|marge reste|marge me reste|marge il me reste|marge restante|valeur du compte|ouverts|ouvertes|ouverte|ordres|marge disponible|marge libre|fonds disponibles|ordres ouverts|positions ouvertes|ordres en attente|ordres en cours|solde|portefeuille|équité|mes positions',
  paid: 'total|totaux|payé*|reçu*|versé*|jusqu ici|jusqu à présent|coûté|dépensé|en tout|tous|toutes',
  detail: 'pourcentage|pour cent|%|depuis quand|au total|exactement',
  bareResult: 'dans le vert|dans le rouge|résultat|résultats|pnl|profit|gains|trades|gain|perte|en positif|en négatif',
  amount:
    'combien j en ai|combien en ai je|j en ai|en ai je|combien de * ai je|combien d * ai je|combien ai je de|combien ai je en|combien j ai de|combien j ai en',
  neutral:
    'lequel|laquelle|lesquels|lesquelles|niveau|rapport|comparaison|dispo|finit|finissent|fais|dessus|vient|début|thune|thunes|fric|sous|combien de frais|combien de commissions|en place|posés|posé|achat|vente|d achat|suis|sont|sommes|fait|faits|faites|faire|net|liste|mis|mes|actuelles|actuels|actuel|actuellement|paie|fermes|fermees|global|globalement|ont|avais|ete|etaient|etait|place|laisse|empoche|touche|verse|versee|passe|passes|dois|encore|en cours',
  aside:
    '(?:sans|hors|avant|apres|moins|en enlevant|en retirant|en comptant|avec)(?: compter)?(?: (?:les|le|tous les))? (?:frais|funding)(?: (?:et|ni)(?: (?:le|les))? (?:funding|frais))?|frais compris|frais inclus|avec les frais|avec frais|avec le funding|avec funding|funding compris|funding inclus|y compris les frais|sans frais|sans les frais|hors frais|avant frais|après frais|frais déduits|sans funding|hors funding|sans le funding|sans compter le funding|sans compter les frais|hors frais et funding|sans frais ni funding',
  holding:
    'suis je * long|suis je * short|je suis long|je suis short|suis je long|suis je short|suis je acheteur|suis je vendeur|suis je actuellement long|suis je actuellement short|suis je en long|suis je en short',
  distance: 'loin|à combien de|à quelle distance|distance|est loin|proche|près',
  others:
    'de ma femme|de mon mari|de mon frère|de mon ami|de ma sœur|de mon patron|de mon père|tes|ton|vos|votre|son|sa|ses|leur|leurs|les autres|autres utilisateurs|quelqu un*|utilisateur*|tout le monde|client*',
  act: 'ferme|fermer|fermez|annule|annulez|annuler|clôture mes|clôture ma|vends*|supprime*|modifie*|place un*|place mon|réduis*|augmente mes|augmente ma|double*|comment puis je|exporte*|importe*|réinitialise*',
  command:
    'mets le|mets les|mets la|fixe le|change le|règle le|comment puis je|où puis je|comment placer|déplace*|ferme|fermer|fermez|annule|annulez|annuler|clôture mes|clôture ma|vends*|supprime*|modifie*|place un*|place mon|mets mon|change mon|change le prix|réduis*|augmente mes|augmente ma|double*|fixe*',
  reason:
    'que se passe|que se passerait|pourquoi|dois je|devrais je|raison|raisons|si j avais|si je ferme|si je vends|perdrais je|gagnerais je',
  topics: {
    positions:
      'isolée?|short ouvert|short * ouvert|long ouvert|long * ouvert|trade ouvert|quel prix j ai acheté|quel prix ai je acheté|ai je acheté|quelque chose d ouvert|quelle taille|ai je payé mes|ai je payé mon|j ai payé mes|j ai payé mon|suis je entré|ai je acheté mes|ai je acheté mon|position|positions|portefeuille|exposition|trades ouverts|suis je long|suis je short|suis je acheteur|suis je vendeur|qu est ce que je détiens|latent|latente|latents|non réalisé*|prix d entrée|entrée|liquidation|serai je liquidé|levier|prix moyen|prix de revient|liquidé|liquidée|liquidation*|exposé|exposée|taille|entré(?! * (?:y|e|o|et|ou) )|détiens|latentes|à découvert|effet de levier|prix d achat|prix moyen d achat|acheté à|taille de position',
    orders:
      'ordre|ordres|stop|stops|stop loss|take profit|limite|prix limite|ordres en attente|en attente|stop suiveur|objectif|ordre limite|ordres limites|stoppé|stoppée',
    account:
      'reste de marge|reste comme marge|marge qu il me reste|argent ai je|argent j ai|argent me reste|marge reste|marge me reste|marge il me reste|marge restante|valeur du compte|marge disponible|marge libre|fonds disponibles|solde|compte|capital|équité|liquidités|marge utilisée|marge employée|dépôt|déposé|marge|collatéral|capital de départ|fonds|avoir',
    fees: 'frais|commission|commissions',
    funding: 'funding|financement|frais de financement',
    win_rate:
      '% de mes|pourcentage de mes trades|pourcentage de trades|taux de réussite|taux de gain|taux de gains|taux de trades gagnants|win rate|winrate|taux de succès|à quelle fréquence je gagne|pourcentage de gagnants|pourcentage de trades gagnants|pourcentage d opérations gagnantes|part de trades gagnants|taux de victoire|pourcentage de réussite|combien de fois je gagne|taux gagnant|gagne combien de fois|combien de fois * gagne|combien de fois je * gagne|pourcentage de mes',
    profit_factor: 'profit factor|facteur de profit',
    expectancy: 'espérance|par trade|en moyenne|gain moyen par|résultat moyen',
    payoff: 'quand je gagne|quand je perds|payoff|ratio gain perte|gain moyen|perte moyenne|ratio gain risque',
    max_drawdown:
      'drawdown maximal|drawdown max|plus gros drawdown|pire drawdown|drawdown|repli maximal|baisse maximale|perte maximale|baisse max*|pire baisse|recul maximal',
    sharpe: 'sharpe',
    sortino: 'sortino',
    sqn: 'sqn',
    mean_r: 'r moyen|multiple de r|multiples de r',
    mean_hold_ms:
      'combien de temps ont duré|combien de temps a duré|duré|combien de temps dure|combien de temps durent|dure|durent|durée de détention|durée moyenne|combien de temps je garde|combien de temps je conserve|temps de détention|durée de mes trades',
    mean_slippage: 'slippage|glissement',
    net: 'dans le vert|dans le rouge|dans le positif|en positif|en suis je|gagné|gagne|gagnes|perdu|perds|gain|gains|perte|pertes|bénéfice|bénéfices|profit|profits|pnl|résultat|résultats|rentable|argent|rapporté|en positif|en négatif|en gain|en perte|suis je gagnant|suis je perdant|gagnant|rendement|roi|plus value|plus values|moins value|en plus|en moins|bénéficiaire|déficitaire|gains et pertes|pertes et profits',
    overview:
      'comment (?:était|c était|s est passé*) (?:la|le|ma|mon|cette|ce|hier)|comment je m en suis sorti*|m en suis je sorti*|m en sors|bilan|performance|performances|statistiques|statistique|résumé|comment ça s est passé|comment s est passé*|comment ont été|comment était ma|comment ai je|mes chiffres|comment se passe',
    fills: 'exécution|exécutions|exécuté récemment|rempli',
    streaks:
      'série * la plus longue|plus longue série|pire série|meilleure série|enchaîné|enchaîne|enchaînées|enchaînés|série de|séries de|série gagnante|série perdante|plus longue série|d affilée|de suite|consécuti*|à la suite|séries',
    volume:
      'brassé|ai je brassé|volume|volumes|volume de trading|volume échangé|volume négocié|combien ai je tradé|combien j ai tradé|chiffre d affaires|combien ai je échangé|j ai échangé|ai je échangé',
    trades:
      'dernière fois que j ai gagné|dernière fois * gagné|dernière fois que j ai perdu|dernière fois * perdu|dernière fois que j ai tradé|erreur|erreurs|trade|trades|opération|opérations|transaction|transactions|journal|gagnants|perdants',
  },
  groupings: {
    weekday:
      'jour de la semaine|jours de la semaine|quel jour|quels jours|pire jour|meilleur jour|le lundi|le mardi|le mercredi|le jeudi|le vendredi|le samedi|le dimanche|(?:les |chaque )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s|chaque (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)',
    hour: 'heure de la journée|quelle heure|moment de la journée|par heure|meilleure heure|pire heure',
    symbol:
      'crypto sur laquelle|crypto qui|quelle est la crypto|monnaie qui|quelle crypto|quelle monnaie|quelle pièce|quel coin|par crypto|par coin|par monnaie|pire crypto|meilleure crypto|quelles cryptos|quel marché|par marché|quel jeton',
    side: 'quel côté|achat ou vente|long ou short|longs ou shorts|short ou long|long ou en short|longs que sur les shorts|à l achat ou à la vente|par sens|par direction|shorts ou longs|longs et shorts|quel sens|les longs ou les shorts|les shorts ou les longs|longs contre shorts',
    tag: 'tag|tags|étiquette|étiquettes|setup|setups|stratégie|stratégies',
  },
  periods: {
    today: 'ma journée(?! la)|aujourd hui|quotidien*|(?<!moment )(?<!heure )du jour|(?<!heure )(?<!moment )de la journée|pnl jour',
    yesterday: 'hier',
    this_week:
      'ma semaine(?! la)|cette semaine|semaine en cours|(?<!jour de )(?<!jours de )la semaine(?! d avant)(?! derni)(?! pass)(?! prec)|hebdomadaire*',
    last_week: 'semaine d avant|semaine dernière|la semaine passée|semaine précédente|dernière semaine',
    this_month: 'mon mois(?! le)|début de mois|ce mois|ce mois ci|mois en cours|du mois(?! d avant)(?! derni)(?! pass)(?! prec)|mensuel*',
    last_month: 'mois d avant|mois dernier|mois passé|mois précédent|dernier mois',
    this_quarter: 'ce trimestre|trimestre en cours|trimestre actuel',
    last_quarter: 'trimestre dernier|dernier trimestre|trimestre passé|trimestre précédent',
    this_year: 'cette année|l année(?! derni)(?! pass)(?! préc)|année en cours|annuel*',
    last_year: 'année dernière|an dernier|année passée|an passé',
    weekend: 'ce week end|ce weekend',
    last_weekend: 'week end dernier|weekend dernier|week end passé|weekend passé|dernier week end|dernier weekend',
  },
  long: 'long|longs|achats|positions longues|longues',
  short: 'ventes|short|shorts|ventes à découvert|positions courtes|courtes|à découvert',
  best: 'top|m a rapporté le plus|a le plus rapporté|le plus rapporté|je gagne le plus|rapporte le plus|me rapporte le plus|je gagne le plus|meilleur|meilleure|meilleurs|meilleures|plus gros gain|plus gros gains|plus grand gain|le plus gagné|gagne le plus|plus rentable|plus rentables|gagné le plus|mieux',
  worst:
    'coûté le plus cher|le plus cher|plus chers|pire|pires|plus grosse perte|coûteuse|coûteux|plus grosses pertes|plus grande perte|perds le plus|perdu le plus|le plus perdu|moins rentable|plus mauvais|plus mauvaise|plus mauvais jour|coûte le plus|coûté le plus|le plus coûté|plus de pertes',
  winners:
    'qui ont rapporté|qui ont gagné|dernière fois que j ai gagné|dernière fois * gagné|gagnant|gagnants|gagnantes|gagné|en gain|en profit|gagnante|victoires|avec un gain|avec gain|avec profit|avec un profit',
  losers:
    'qui ont perdu|dernière fois que j ai perdu|dernière fois * perdu|perdant|perdants|perdantes|perdu|en perte|à perte|perdante|trades ai je perdu*|trades j ai perdu*|trades ont perdu|mal tourné|mal passé*|défaites|avec une perte|avec perte',
  newest: 'dernier trade|derniers trades|dernière|dernières|dernier|derniers|récent|récents|récentes',
  single:
    'dernière fois que j ai gagné|dernière fois * gagné|dernière fois que j ai perdu|dernière fois * perdu|dernière fois que j ai tradé|dernier trade|dernière opération|dernière transaction|dernier * trade|dernière position fermée|trade le plus récent|dernière perte|dernier gain',
  many: 'combien de mes|combien de longs|combien de shorts|combien d entre|combien des|combien de trades|combien d opérations|combien de transactions|nombre de|combien de fois',
  done: 'exécuté|exécutés|annulés|annulé|terminés|terminé|remplis|passés|expirés|clôturés|expiré|clôturé|fermé*',
  noTime:
    'de tous les temps|dernière fois|jamais|au total|en tout|depuis toujours|globalement|dans l ensemble|jusqu ici|depuis le début|à ce jour',
  otherTime:
    'matin|après midi|soir|nuit|minute|minutes|trimestre|décennie|week end|weekend|week ends|weekends|noël|cet été|l été|en été|hiver|printemps|automne|depuis',
}

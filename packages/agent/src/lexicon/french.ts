import type { Lexicon } from '../concepts.ts'

/** French, with and without accents. */
export const french: Lexicon = {
  language: 'fr',
  numbers: `zéro|un/une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze/une douzaine|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt
    |vingt et un/vingt et une|vingt-deux|vingt-trois|vingt-quatre`,
  moreNumbers: {
    10: 'dizaine/une dizaine de/une dizaine d/dizaine de/dizaine d',
    2: 'deux/quelque deux',
    30: 'trente',
    36: 'trente-six',
    45: 'quarante-cinq',
    48: 'quarante-huit',
    60: 'soixante',
    72: 'soixante-douze',
    90: 'quatre-vingt-dix',
  },
  phrases: {
    price:
      'revient|reviendrait|se vend|prix|cours|coût|coûte|coûtent|coûter|coute|vaut|valent|valoir|valeur|cotation|cote|cotations|tarif|taux|se négocie|s échange|cher|chère',
    ask: 'combien|à combien|où en est|comment va|comment se porte|ou en est|comment se comporte|c est combien|combien fait',
    predict:
      'prévision|prévisions|prédiction|prédictions|prédis|prédire|prévois|prévoir|prévu|pronostic|pronostics|projection|estimation|perspective|perspectives|estimer|anticipe|objectif de prix|tendance future|probabilité|chances|haussier|baissier',
    future:
      'va|vont|sera|seront|vaudra|vaudront|coûtera|coûteront|montera|baissera|atteindra|va t|ira|évoluera|serait|devrait|finira|aura|dépassera|grimpera|chutera|se trouvera',
    history:
      'historique|historiques|évolution|évolué|variation|varié|performance|performances|graphique|progressé|progression|monté|baissé|gagné|perdu|chuté|mouvement|bougé|tendance|passé de|grimpé|augmenté|diminué',
    past: 'était|étaient|valait|valaient|coûtait|a|ont|avait|a été|a fait|été|se négociait|fut|cotait',
    move: 'monter|baisser|hausse|baisse|augmenter|diminuer|chuter|grimper|plus haut|plus bas|plus|moins|passer|arriver|s effondrer|progresser|descendre|remonter|exploser|crasher|passe|arrive',
    level:
      'au dessus|en dessous|dépasser|dépasse|dépassé|atteindre|atteint|franchi|franchir|au dessus de|en dessous de|sous|supérieur|inférieur|plus de|moins de|passé|touché',
    compare:
      'qui monte|qui baisse|qui va monter|qui va baisser|qui grimpe|qui chute|compare|comparer|comparez|comparé|comparaison|contre|par rapport|par rapport à|versus|vs|que|qu|différence|entre',
    minute: 'minute|minutes|min|mn',
    hour: 'heure|heures|h',
    day: 'jour|jours|journée|j',
    week: 'semaine|semaines',
    month: 'mois',
    year: 'an|ans|année|années',
    now: 'maintenant|actuellement|en ce moment|actuel|actuelle|actuels|à l heure actuelle|à l instant|présentement|en direct|à présent|tout de suite|à cet instant|pour l instant|du moment',
    today: 'aujourd hui|aujourdhui|ce jour',
    tomorrow: 'demain|demain à la même heure',
    yesterday: 'hier|d hier',
    twoDaysAgo: 'avant hier|avant-hier',
    twoDaysAhead: 'après demain|après-demain',
    halfDay: 'demi-journée|une demi-journée|demi journée|la moitié d une journée',
    clock:
      'd ici peu|sous peu|bientôt|tout à l heure|dans un instant|dans un moment|demain matin|demain soir|demain midi|hier soir|hier midi|hier matin|ce soir|soir|cette nuit|nuit|minuit|midi|matin|ce matin|après midi|après-midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week end|weekend|fin de journée|fin de la journée|plus tôt aujourd hui|à l époque|au moment de|au moment du|au moment où|lors de|lors du|avant dernière|avant dernier|à ce moment là|autrefois|jadis|récemment|l autre jour|il y a longtemps',
    far: 'fin du mois|fin de l année|fin de semaine|long terme|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|siècle|noël|trimestre|début du mois|début de l année|cette année|un jour',
    few: 'quelques|plusieurs|secondes',
    in: 'dans|d ici|d ici à|en|sous|après|au bout de',
    next: 'prochaine|prochaines|prochain|prochains|suivante|suivantes|à venir|qui vient|qui viennent',
    last: 'dernière|dernières|dernier|derniers|passée|passées|passés|précédente|précédentes|écoulées|écoulée|précédent',
    since: 'depuis',
    agoBefore: 'il y a|y a|voici|voilà',
    ago: 'plus tôt|auparavant|avant|en arrière',
    ahead: 'plus tard|à partir de maintenant',
    and: 'et|ou|puis|ainsi que|plus|et puis',
    article: 'le|la|les|un|une|l|du|des',
    of: 'de|d|du|des|pour|sur|au|aux|concernant|à',
    at: 'à',
    not: 'je ne veux pas|veux pas|pas|sans|sauf|non pas|ne',
    to: 'en|vers',
    half: 'demi|demie|demi-|une demi|une demie',
    andHalf: 'et demi|et demie',
    quarter: 'quarts de|quarts d|quart|un quart|quart d|un quart d|un quart de',
    currency: 'dollar|dollars|euro|euros|usd|eur',
    coinNoun: 'coin|jeton|token|crypto|monnaie|cryptomonnaie|réseau|protocole',
    thousand: 'mille|million|millions|milliards|pour cent|pourcent|milliard',
    it: 'il|elle|ça|cela|celui ci|celui là|le même|ce|cette crypto',
    both: 'les deux|leur|leurs|ils|elles|tous|tous les deux|toutes|tout',
    other: 'l autre|autre',
    first: 'le premier|la première|premier|première',
    second: 'le second|le deuxième|la deuxième|deuxième|la seconde',
    again: 'encore|à nouveau|répète|encore une fois|de nouveau|réessaie|pareil|même chose|la même chose|idem|de même|même question|même',
    thatAfter: 'après ça|après cela|ensuite',
    thatBefore: 'avant ça|avant cela',
    follow:
      'et pour|et si|qu en est il de|quid de|qu en est il du|aussi|plutôt|non|je voulais dire|et|ok|d accord|alors|mais|seulement|bon|et donc|sinon|et quid de|ou plutôt',
    explain:
      'qu est ce que|qu est ce qu|c est quoi|qu est|explique|expliquer|expliquez|inventé|créé|fondé|signifie|veut dire|comment fonctionne|comment marche|minage|miner|staking|arnaque|légal|interdit|parle moi|portefeuille',
    metric:
      "cours d'ouverture|cours de clôture|prix d'ouverture|prix de clôture|volatil|volatile|capitalisation|capitalisation boursière|volume|volumes|offre|dominance|plus haut historique|plus bas historique|frais|actualités|actualité|nouvelles|combien de|record|offre en circulation",
    why: 'dans combien|d ici combien|pourquoi|qui a|qui est|quand|comment acheter|comment puis je|où acheter|qui',
    advice:
      'dois je|devrais je|faut il|faut il acheter|conseil|conseils|conseilles|conseiller|recommandes|bon moment|investir|investissement|vaut il la peine|vaut la peine',
    alert: 'alerte|préviens moi|notifie moi|rappelle moi|notification|prévenez moi',
    inject: 'ignore tes|ignore les|ignore toutes|oublie tes|oublie toutes|instructions|prompt système|fais comme si|tu es maintenant',
    trade: 'achète|acheter|achetez|vends|vendre|vendez|envoie|envoyer|transfère|je veux acheter|je veux vendre',
    own: 'j ai acheté|j ai vendu|je possède|j ai',
    greet: 'bonjour|salut|bonsoir|coucou|au revoir|comment ça va|ça va|comment vas tu|comment allez vous|bonne nuit',
    thanks: 'merci|merci beaucoup|merci d avance|super|parfait|génial|oui|cool|très bien',
    help: 'aide|aide moi|que peux tu faire|que sais tu faire|qui es tu|quelles cryptos|que fais tu|comment tu marches|qu est ce que tu sais faire|qu est ce que tu peux faire|peux tu m aider',
    dozen: `douzaine|douzaine de|douzaine d`,
    threeQuarters: `trois quarts de|trois quarts d`,
    fortnight: `quinzaine|quinzaine de jours`,
    plural: `heures|jours|semaines|minutes|années`,
    filler: `petite|petit|petites|bonne|bonnes|bon|grosse|grosses|courte|pleine|pleines|entière|entières|bons|belle|vois|voyez|une idée|t as une idée|tu as une idée|as tu une idée|vous avez une idée|idée|aucune idée|à ton avis|d après toi|grosso modo|en gros|approximativement|vers|genre|disons|à vue de nez|pourrait|pourraient|pourrait valoir|situer|imagine|imagines|dirais|dirais tu|t attends|hein|dis donc|ben|bah|euh|quelque part|y a moyen de savoir|moyen|celui|celle|ceux|je|moi|tu|toi|nous|vous|me|te|s il te plaît|s il vous plaît|stp|svp|donne|donnez|dis|dites|montre|peux|pouvez|pourrais
      |pourriez|veux|voudrais|savoir|connaître|est|sont|est ce|est ce que|quel|quelle|quels|quelles|où|comment|que|qu|quoi|c|t|n|s|y|j|m|se|si|ce|cette|ces|mon|ton|son|sur les|sur la|au cours des|au cours de|pendant|durant|avec|par|la même heure|même heure|à la même heure|cette heure|à cette heure|moment|très|bien|exactement|environ|à peu près|penses|pense|crois|avis|selon|peut|être|avoir|faire|fait|aller|t il|il|afficher|affiche|affichez|obtenir|voir|infos|information|données
      |unité|seul|période|fois|tout|encore|déjà|toujours|plait|jusqu|jusqu à`,
  },
}

import type { Lexicon } from '../concepts.ts'

/** Portuguese of Brazil and Portugal, with and without accents. */
export const portuguese: Lexicon = {
  language: 'pt',
  numbers: `zero|um/uma|dois/duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze/uma dúzia|treze|quatorze/catorze|quinze|dezesseis/dezasseis|dezessete/dezassete|dezoito|dezenove/dezanove|vinte|vinte e um/vinte e uma
    |vinte e dois/vinte e duas|vinte e três|vinte e quatro`,
  moreNumbers: {
    10: 'dezena/uma dezena de/dezena de',
    2: 'dois/duas/um par de',
    30: 'trinta',
    36: 'trinta e seis',
    45: 'quarenta e cinco',
    48: 'quarenta e oito',
    60: 'sessenta',
    72: 'setenta e duas',
    90: 'noventa',
  },
  phrases: {
    price:
      'saindo|sai por|sai a|vende se|que preço|que valor|preço|preços|custa|custam|custar|custo|vale|valem|valor|valendo|cotação|cotações|cotado|cotada|taxa|caro|cara|custando',
    ask: 'quanto|quanto está|quanto tá|a quanto está|como está|como vai|como anda|tá quanto|em quanto está|quanto é|a quanto|como estão|quanto que tá',
    predict:
      'previsão|previsões|prever|preveja|prevê|previsto|projeção|projeções|prognóstico|estimativa|perspectiva|perspectivas|estimar|espera se|preço alvo|probabilidade|alta ou baixa|expectativa|prediz',
    future:
      'pode estar|poderia estar|deve estar|pode valer|pode custar|pode chegar|estaria|valeria|será|serão|estará|estarão|valerá|valerão|custará|subirá|cairá|vai|vão|vai estar|chegará|atingirá|irá|terminará|passará|deve|fechará|vai valer|vai custar|ficará',
    history:
      'como foi|histórico|históricos|história|evolução|variação|variou|mudou|mudado|subiu|caiu|subido|caído|ganhou|perdeu|gráfico|movimento|movimentou|desempenho|comportou|tendência|andou|rendimento',
    past: 'era|eram|estava|estavam|valia|valiam|custava|custavam|foi|tem|tinha|esteve|custou|valeu|ficou',
    move: 'subir|cair|descer|sobe|cai|crescer|aumentar|disparar|despencar|alta|queda|mais alto|mais baixo|mais|menos|acontecer|acontece|maior|menor|melhor|pior|subindo|caindo',
    level:
      'acima|abaixo|acima de|abaixo de|passar|passou|superar|superou|ultrapassar|ultrapassou|atingir|atingiu|chegar|chegou|mais de|menos de|cruzou|bater|bateu|rompeu',
    compare:
      'quem sobe|quem cai|quem vai|quem subiu|quem caiu|compare|compara|comparar|comparado|comparação|contra|em relação|em relação a|versus|vs|que|diferença|entre|frente a',
    minute: 'minuto|minutos|min',
    hour: 'horinha|horinhas|hora|horas|h|hrs',
    day: 'dia|dias|d',
    week: 'semana|semanas',
    month: 'mês|meses',
    year: 'ano|anos',
    now: 'agora|agora mesmo|atual|atuais|actual|atualmente|neste momento|nesse momento|no momento|em tempo real|ao vivo|presente|de agora|já',
    today: 'hoje|de hoje',
    tomorrow: 'amanhã|de amanhã|amanhã a esta hora',
    yesterday: 'ontem|de ontem',
    twoDaysAgo: 'anteontem|antes de ontem',
    twoDaysAhead: 'depois de amanhã',
    halfDay: 'meio dia|meio-dia|metade de um dia',
    clock:
      'naquela época|penúltima|penúltimo|naquele tempo|naquela altura|na época|recentemente|há tempos|há muito tempo|no outro dia|daqui a pouco|daqui a pouquinho|em breve|logo mais|daqui a bocado|ao meio dia|ao meio-dia|do meio dia|do meio-dia|amanhã de manhã|amanhã cedo|amanhã à tarde|amanhã à noite|ontem de manhã|ontem à tarde|hoje à noite|esta noite|noite|tarde|meia noite|meia-noite|manhã|de manhã|ontem à noite|segunda feira|terça feira|quarta feira|quinta feira|sexta feira|segunda-feira|sexta-feira|sexta|sábado|domingo|fim de semana|fim do dia|final do dia',
    far: 'fim do mês|fim do ano|final do mês|final do ano|longo prazo|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|século|natal|trimestre|início do mês|início do ano|este ano|algum dia',
    few: 'umas|uns|algumas|alguns|poucas|poucos|várias|vários|segundos',
    in: 'em|nas|nos|daqui a|daqui|dentro de|após|depois de|no prazo de',
    next: 'próxima|próximas|próximo|próximos|seguinte|seguintes|que vem|que vêm',
    last: 'última|últimas|último|últimos|passada|passadas|passado|passados|anterior|anteriores',
    since: 'desde|desde há',
    agoBefore: 'há|faz|fazem|ha',
    ago: 'atrás|antes',
    ahead: 'depois|mais tarde|a partir de agora',
    and: 'e|ou|depois|assim como|mais',
    article: 'o|a|os|as|um|uma',
    of: 'de|do|da|dos|das|para|pra|pro|sobre|por|ao|à',
    at: 'a',
    not: 'não quero|não me interessa|não|sem|exceto|menos',
    to: 'em|para',
    half: 'meio|meia',
    andHalf: 'e meia|e meio',
    quarter: 'quartos de|um quarto|um quarto de|quarto de',
    currency: 'dólar|dólares|euro|euros|usd|eur|reais|real|brl',
    coinNoun: 'coin|moeda|token|cripto|criptomoeda|rede|protocolo',
    thousand: 'mil|milhão|milhões|bilhão|por cento',
    it: 'ele|ela|isso|isto|esse|este|essa|esta|dele|dela',
    both: 'ambos|ambas|os dois|as duas|eles|elas|todos|todas|esses|estes|deles|dos dois|das duas',
    other: 'o outro|a outra|outro|outra|do outro|da outra',
    first: 'o primeiro|a primeira|primeiro|primeira|do primeiro',
    second: 'o segundo|a segunda|segundo|segunda|do segundo',
    again: 'de novo|novamente|outra vez|repete|repita|mais uma vez|o mesmo|a mesma|mesmo|mesma|mesma coisa|a mesma coisa|igual|idem',
    thatAfter: 'depois disso|após isso',
    thatBefore: 'antes disso',
    follow:
      'se fosse|e se fosse|fosse|e quanto a|e quanto ao|que tal|e que tal|e se|também|em vez disso|não|quis dizer|quero dizer|e|ok|tá|mas|então|só|e o|e a|e do|e da|desculpa|melhor|e para',
    explain:
      'o que é|o que são|que é|explica|explique|explicar|significa|inventou|criou|fundou|criado|funciona|funcionam|mineração|minerar|staking|golpe|fraude|legal|proibido|fale sobre|me fale|carteira',
    metric:
      'preço de abertura|preço de fechamento|preço de fecho|volátil|capitalização|capitalização de mercado|valor de mercado|volume|oferta|fornecimento|dominância|máxima histórica|mínima histórica|taxas de gás|notícias|quantos|quantas|recorde',
    why: 'por que|porque|por quê|porquê|quem|quando|como compro|como posso|onde compro|onde posso|como comprar|qual a capital',
    advice: 'devo|deveria|vale a pena|compensa|recomenda|recomendas|conselho|conselhos|investir|investimento|bom momento|boa hora',
    alert: 'alerta|me avise|avise me|avisa me|me avisa|notifique|lembre me|notificação|alarme',
    inject:
      'ignore suas|ignore as|ignore todas|ignora as|esqueça suas|esqueça tudo|esqueça as|instruções|prompt do sistema|finja|aja como|você agora é',
    trade: 'compre|comprar|compra|venda|vender|vende|envie|enviar|transfira|transferir|quero comprar|quero vender',
    own: 'comprei|vendi|tenho|possuo|eu tinha',
    greet: 'olá|oi|bom dia|boa tarde|boa noite|tchau|tudo bem|como vai você|e aí|adeus',
    thanks: 'obrigado|obrigada|muito obrigado|valeu|perfeito|ótimo|sim|legal demais|beleza',
    help: 'ajuda|me ajuda|me ajude|o que você pode fazer|o que você faz|o que podes fazer|quem é você|quem és tu|quais moedas|o que sabes fazer|o que você sabe fazer|pode me ajudar|como você funciona',
    dozen: `dúzia|dúzia de|dúzias de`,
    threeQuarters: `três quartos de`,
    plural: `horas|dias|semanas|meses|minutos|anos`,
    filler: `boa|boas|curta|curtas|inteira|inteiras|completas|pequena|horinha|mais|aí|vê|vês|ideia|tem ideia|tem alguma ideia|alguma ideia|tem noção|noção|tens ideia|você tem ideia|fazes ideia|faz ideia|dizer|dá para|dá pra|dá para dizer|dá pra dizer|mais ou menos|a seu ver|digamos|tipo|por volta|lá pelas|será que|estima|imagina|supõe|chuta|chute|palpite|aprox|qualquer coisa como|rondar|andará|eu|me|mim|tu|te|você|vc|nós|por favor|pfv|pf|dá|dê|diga|diz|mostra|mostre|pode|podes|poderia|quero|queria|gostaria|saber|é|são|está|tá|estão|que|qual|quais|onde|como
      |com|nas|na|no|durante|ao longo de|exatamente|aproximadamente|cerca|esta hora|a esta hora|mesma hora|à mesma hora|momento|acha|achas|pensa|opinião|ver|dar|muito|bem|já já|ainda|lhe|se|meu|seu|sua|ser|estar|fazer|unidade|dados|informação|info|período|ter|teu|então|aqui|ali|ir|talvez|possível|até|num|numa|qual é|o que|aquele|tempo real|cara|mano|amigo|preciso|sendo|foram|estou|pelo|pela|cada|neste|nesse|nesta|nessa`,
  },
}

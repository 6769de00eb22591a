/**
 * Amazon's rules, and which of each group only count. Bodies here are files, or JSON that holds
 * addresses and questions in anybody's words, and each is held to a strict schema: rules that
 * look into bodies would refuse uploads and links. Programs connect with addresses of their own
 * machine in the query (RFC 8252), and some send no user agent. An upload ticket is part of a path
 * and holds the address of its webhook, up to 2,048 characters; the rule about paths ends at 1,024.
 */
export const MANAGED_RULES: readonly { readonly name: string; readonly counted: string[] }[] = [
  {
    name: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'SizeRestrictions_BODY',
      'SizeRestrictions_QUERYSTRING',
      'SizeRestrictions_URIPATH',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'EC2MetaDataSSRF_BODY',
      'EC2MetaDataSSRF_QUERYARGUMENTS',
      'NoUserAgent_HEADER',
    ],
  },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    counted: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'],
  },
];
